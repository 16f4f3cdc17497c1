// SPDX-License-Identifier: MIT
// swift-format-ignore-file

// Written by `scripts/catalogue.py write` from po.
extension Catalogue {
    /// Returns nil if there is no catalogue for the language.
    init?(language: String) {
        switch language {
        case "es": self.init(records: Self.es)
        default: return nil
        }
    }

    private static let es: StaticString = #"""
         jokesd: keys^ jokesd: teclas
         or ^ o 
        "%s"^«%s»
        "%s" is disliked.^«%s» está rechazado.
        "%s" is saved.^«%s» está guardado.
        "%s" was disliked before.^«%s» ya estaba rechazado.
        "%s" was saved before.^«%s» ya estaba guardado.
        %1$s (%2$s)^%1$s (%2$s)
        %1$s (next try: %2$s)^%1$s (próximo intento: %2$s)
        %1$s cannot be created: %2$s^no se puede crear %1$s: %2$s
        %1$s cannot be read: %2$s^no se puede leer %1$s: %2$s
        %1$s cannot be removed: %2$s^no se puede borrar %1$s: %2$s
        %1$s cannot be started: %2$s^no se puede iniciar %1$s: %2$s
        %1$s cannot be written: %2$s^no se puede escribir %1$s: %2$s
        %1$s did not end within %2$s s^%1$s no ha terminado en %2$s s
        %1$s failed with signal %2$s^%1$s ha fallado con la señal %2$s
        %1$s failed with status %2$s^%1$s ha fallado con el código %2$s
        %1$s has no effect, because you turned %2$s on or off; `jokectl sources reset %2$s` removes your choice.^%1$s no tiene efecto, porque activaste o desactivaste %2$s; `jokectl sources reset %2$s` quita tu elección.
        %1$s in the queue, %2$s saved. Type help for the commands.^En la cola: %1$s; guardados: %2$s. Escribe help para ver las órdenes.
        %1$s is longer than %2$s MiB; split it, or convert it to a JSON object in each line^%1$s pasa de %2$s MiB; divídelo, o conviértelo en un objeto JSON por línea
        %1$s joke would be imported from %2$s.^Se importaría %1$s chiste de %2$s.^Se importarían %1$s chistes de %2$s.
        %1$s joke would be imported from %2$s; above are the first %3$s.^Se importaría %1$s chiste de %2$s; arriba están los primeros %3$s.^Se importarían %1$s chistes de %2$s; arriba están los primeros %3$s.
        %1$s more line: %2$s^%1$s línea más: %2$s^%1$s líneas más: %2$s
        %1$s needs a value: `%2$s`^%1$s necesita un valor: `%2$s`
        %1$s not found at %2$s; %3$s^%1$s no está en %2$s; %3$s
        %1$s of %2$s requests today^%1$s de %2$s peticiones hoy
        %1$s of %2$s saved joke^%1$s de %2$s chiste guardado^%1$s de %2$s chistes guardados
        %1$s to %2$s^de %1$s a %2$s
        %1$s: %2$s^%1$s: %2$s
        %1$s: the editor `%2$s` cannot be run; set $%3$s to another one^%1$s: no se puede abrir el editor `%2$s`; pon otro en $%3$s
        %1$s: the editor `%2$s` failed or was interrupted%3$s^%1$s: el editor `%2$s` ha fallado o se ha interrumpido%3$s
        %1$s: the editor `%2$s` was ended%3$s^%1$s: el editor `%2$s` se ha cerrado a la fuerza%3$s
        %1$s: the text is empty%2$s^%1$s: el texto está vacío%2$s
        %1$s; your text is in %2$s^%1$s; tu texto está en %2$s
        %s already exists; name another file, or replace it with `--force`^%s ya existe; indica otro archivo, o reemplázalo con `--force`
        %s cannot be opened as a link; use text or markdown, or copy it with `--to clipboard`^%s no se puede abrir como enlace; usa text o markdown, o cópialo con `--to clipboard`
        %s cannot be written^no se puede escribir %s
        %s filtered^filtrados: %s
        %s found.^Encontrados: %s.
        %s has the time. `jokectl notify --off` ends it.^La hora está en %s. `jokectl notify --off` lo desactiva.
        %s is a database; `jokectl help backup` says how to restore a copy of jokesd's^%s es una base de datos; `jokectl help backup` dice cómo restaurar una copia de la de jokesd
        %s is in use by another program; name another file^otro programa está usando %s; indica otro archivo
        %s joke selected^%s chiste seleccionado^%s chistes seleccionados
        %s likely^%s de probabilidad
        %s new^nuevos: %s
        %s of the next jokes^%s de los próximos chistes
        %s percent to the left.^%s por ciento a la izquierda.
        %s percent to the right.^%s por ciento a la derecha.
        %s saved.^Guardados: %s.
        %s seen^vistos: %s
        %s takes no value; remove the value^%s no lleva valor; quítalo
        %s was disliked before.^Ya estaba rechazado: %s.
        %s was saved before.^Ya estaba guardado: %s.
        %s, reversed^%s, al revés
        %s, the last one^%s, la última
        %s. Trying again.^%s. Reintentando.
        %s: filtered^%s: filtrados
        %s; correct the lines, or skip them with `--skip-bad`^%s; corrige las líneas, o sáltalas con `--skip-bad`
        %s; run `jokesd --check-config` to see every error^%s; `jokesd --check-config` muestra todos los errores
        %s; see `journalctl --user -u jokesd`^%s; mira `journalctl --user -u jokesd`
        '%1$s' has no command '%2$s'^«%1$s» no tiene la orden «%2$s»
        '%1$s' is not a valid path of a socket; use 1 to %2$s bytes^«%1$s» no es una ruta válida de un socket; usa de 1 a %2$s bytes
        '%1$s' needs %2$s, %3$s; `%4$s` shows its arguments^«%1$s» necesita %2$s (%3$s); `%4$s` muestra sus argumentos
        '%s' is a directory; name a file in it^«%s» es un directorio; indica un archivo de dentro
        '%s' is not a time of the day; write it as 8:30 or 20:15^«%s» no es una hora del día; escríbela así: 8:30 o 20:15
        '%s' names no days of the week; write them as mon-fri or sat,sun^«%s» no son días de la semana; escríbelos así: mon-fri o sat,sun
        (reveal tells the rest.)^(reveal cuenta el resto.)
        + like^+ me gusta
        + save^+ guardar
        - dislike^- no me gusta
        --as cannot be combined with --json or --format, which are formats, too^--as no se puede combinar con --json ni con --format, que también son formatos
        --at and --on, or --off alone, change when the joke comes by itself; leave the others out^--at y --on, o solo --off, cambian cuándo llega el chiste; quita las demás opciones
        --category needs a name^--category necesita un nombre
        --dark needs `--as svg` or `--as png`^--dark necesita `--as svg` o `--as png`
        --disliked cannot be combined with --deleted^--disliked no se puede combinar con --deleted
        --disliked lists jokes by date only; leave out --sort^--disliked solo ordena por fecha; quita --sort
        --for shows the state only; remove --topic or --for^--for solo muestra el estado; quita --topic o --for
        --restore brings back the whole joke; no other option can be given with it^--restore recupera el chiste entero; no admite otras opciones
        --reveal %s cannot be combined with --count^--reveal %s no se puede combinar con --count
        --reveal after and DELAY need each other: `jokectl next --reveal after 3s`^--reveal after y DELAY van juntos: `jokectl next --reveal after 3s`
        --reveal after prints a joke in two steps, but --json and --format print the result at once; use --reveal later^--reveal after muestra un chiste en dos pasos, pero --json y --format muestran el resultado de una vez; usa --reveal later
        --reveal later cannot be combined with --no-card^--reveal later no se puede combinar con --no-card
        --translation needs a language and a text, such as --translation es=TEXT^--translation necesita un idioma y un texto; por ejemplo, --translation es=TEXT
        --translation needs another language than --language^--translation necesita otro idioma que --language
        / search^/ buscar
        ; your text is in %s^; tu texto está en %s
        ; your text is in %s or beside it^; tu texto está en %s o al lado
        About jokesd^Acerca de jokesd
        Add a joke^Añadir un chiste
        Added and saved the joke.^Chiste añadido y guardado.
        Added: "%s"^Añadido: «%s»
        Added: %s^Añadido: %s
        Address^Dirección
        All categories^Todas las categorías
        Already added: "%s"^Ya estaba añadido: «%s»
        Already added: %s^Ya estaba añadido: %s
        Already disliked: %s^Ya estaba rechazado: %s
        Already saved: %s^Ya estaba guardado: %s
        Another client has already deleted %s.^Otro programa ya ha eliminado %s.
        Another joke^Otro chiste
        Another joke is on the card now.^Ahora hay otro chiste en la tarjeta.
        Another program has changed the joke. Copy your text and begin again.^Otro programa ha modificado el chiste. Copia tu texto y empieza de nuevo.
        Back to the card^Volver a la tarjeta
        By category^Por categoría
        By date^Por fecha
        By source^Por fuente
        By text^Por texto
        Cannot start jokectl: %s.^No se puede iniciar jokectl: %s.
        Card^Tarjeta
        Categories^Categorías
        Categories, separated by commas^Categorías, separadas por comas
        Categories: %s.^Categorías: %s.
        Category^Categoría
        Chance that you like a joke, and share of the next jokes.^Probabilidad de que te guste un chiste y proporción de los próximos chistes.
        Changed after `systemctl --user restart jokesd`: %s.^Cambios tras `systemctl --user restart jokesd`: %s.
        Changed the joke.^Chiste modificado.
        Changed: %s.^Cambios: %s.
        Connecting to jokesd…^Conectando con jokesd…
        Copied %1$s to %2$s.^Copia de %1$s en %2$s.
        Copied a picture of the joke.^Imagen del chiste copiada.
        Copied the joke to the clipboard.^Chiste copiado al portapapeles.
        Copied the joke.^Chiste copiado.^%s chistes copiados.
        Copied to the buffer of tmux, and to the clipboard if the terminal can.^Copiado al búfer de tmux, y al portapapeles si la terminal puede.
        Copy a picture of the joke^Copiar el chiste como imagen
        Copy as a picture^Copiar como imagen
        Copy as text^Copiar como texto
        Copy the joke^Copiar el chiste
        Copy the selected jokes^Copiar los chistes seleccionados
        Credit^Créditos
        Delete^Eliminar
        Delete the selected jokes^Eliminar los chistes seleccionados
        Deleted "%s"; undo restores it.^Eliminado «%s»; undo lo restaura.
        Deleted %s joke^%s chiste eliminado^%s chistes eliminados
        Deleted %s joke; `jokectl undo` restores it.^%s chiste eliminado; `jokectl undo` lo restaura.^%s chistes eliminados; `jokectl undo` los restaura.
        Deleted %s; u undoes it.^Eliminado %s; u lo deshace.
        Deleted what jokesd had learned.^Se ha borrado lo que jokesd había aprendido.
        Details^Detalles
        Details of the joke^Detalles del chiste
        Dislike^No me gusta
        Dislike (−)^No me gusta (−)
        Dislike the selected jokes^Marcar los chistes seleccionados como «No me gusta»
        Disliked %s; u undoes it.^Rechazado %s; u lo deshace.
        Disliked.^No me gusta.
        Disliked: %s^Rechazado: %s
        Down^Abajo
        Drag the card^Arrastrar la tarjeta
        Edit the joke^Editar el chiste
        Edit the selected joke^Editar el chiste seleccionado
        Edited: %s^Editado: %s
        Enter^Intro
        Enter done^Intro aceptar
        Enter read^Intro leer
        Enter release^Intro soltar
        Enter search^Intro buscar
        Error: %s^Error: %s
        Esc all^Esc todos
        Esc back^Esc volver
        Esc put back^Esc devolver
        Feeds^Canales
        Feeds: %s. Type feed and a name.^Canales: %s. Escribe feed y un nombre.
        Fetching jokes^Obteniendo chistes
        Fetching the translation…^Obteniendo la traducción…
        Fetching.^Obteniendo chistes.
        Friday^viernes
        Give a number of the list; saved lists the jokes.^Da un número de la lista; saved muestra los chistes.
        Go to the beginning or the end of a long joke^Ir al principio o al final de un chiste largo
        HOME is not set; set it to your home directory^HOME no está definida; ponle la ruta de tu directorio personal
        HOME is not set; set it, because the last notification is recorded there^HOME no está definida; defínela, porque allí se anota la última notificación
        How likely you are to like a joke, and the share of the next jokes.^La probabilidad de que un chiste guste y la proporción de los próximos chistes.
        Id^Id.
        In the middle.^En el centro.
        It has no categories.^No tiene categorías.
        It is saved, but does not come by itself: %s^Está guardado, pero no saldrá solo: %s
        Joke of the day^Chiste del día
        Joke, or the first part of it^Chiste, o su primera parte
        Joke: %s^Chiste: %s
        Jokes^Chistes
        Jokes of %s^Chistes de %s
        Jokes of the source^Chistes de la fuente
        Keyboard shortcuts^Atajos de teclado
        Language^Idioma
        Language, such as en^Idioma; por ejemplo, es
        Learning is off ("taste" in the configuration): only the weights count.^El aprendizaje está desactivado («taste» en la configuración): solo cuentan los pesos.
        Learning is off (“taste” in the configuration): only the weights count.^El aprendizaje está desactivado («taste» en la configuración): solo cuentan los pesos.
        Let the card go^Soltar la tarjeta
        Like^Me gusta
        Like (+)^Me gusta (+)
        Like the selected jokes^Marcar los chistes seleccionados como «Me gusta»
        Liked.^Me gusta.
        List a feed first; feed names them.^Muestra antes un canal; feed los nombra.
        Menu^Menú
        Monday^lunes
        More^Más
        New: %1$s joke. Updated: %2$s. Unchanged: %3$s.^Nuevos: %1$s chiste. Actualizados: %2$s. Sin cambios: %3$s.^Nuevos: %1$s chistes. Actualizados: %2$s. Sin cambios: %3$s.
        Next^Siguiente
        Next category^Categoría siguiente
        Next joke^Chiste siguiente
        Next source^Fuente siguiente
        No joke found.^No se ha encontrado ningún chiste.
        No joke is disliked.^No hay chistes rechazados.
        No joke is saved yet.^Aún sin chistes guardados.
        No joke is saved yet. Throw a card to the right to save its joke.^Aún no hay chistes guardados. Para guardar uno, lanzar su tarjeta a la derecha.
        No joke is saved yet; `jokectl like` saves the current joke.^Aún no hay chistes guardados; `jokectl like` guarda el chiste actual.
        No joke matches “%s”.^Ningún chiste coincide con «%s».
        No joke matches.^Ningún chiste coincide.
        No joke on the last pages; press an arrow key for more.^Las últimas páginas no tienen chistes; pulsa una flecha para ver más.
        No joke yet^Aún no hay chiste
        No jokes found.^No hay chistes.
        No program opens the link: %s.^Ningún programa abre el enlace: %s.
        No saved joke matches “%s”.^Ningún chiste guardado coincide con «%s».
        No source names a file in a home directory, so jokesd-fetch can read none there.^Ninguna fuente usa un archivo de un directorio personal, así que jokesd-fetch no puede leer ninguno de ahí.
        No source that is on has pages.^Ninguna fuente activa tiene páginas.
        No source that is on has pages; `jokectl sources` lists them.^Ninguna fuente activa tiene páginas; `jokectl sources` las muestra.
        No translation: %s^Sin traducción: %s
        Nothing is learned yet. jokesd learns from likes and dislikes.^Aún no hay nada aprendido. jokesd aprende de cada «Me gusta» y «No me gusta».
        Nothing is learned yet; jokesd learns from `jokectl like` and `jokectl dislike`.^Aún no hay nada aprendido; jokesd aprende de `jokectl like` y `jokectl dislike`.
        Nothing was imported: a quotation mark of line %s is not closed^No se ha importado nada: en la línea %s faltan unas comillas de cierre
        Nothing was imported: line %s does not name the columns of jokes; it needs `value`, or `setup` and `punchline`, and can have `category`, `language`, `source`, `url` and `id`^No se ha importado nada: la línea %s no nombra las columnas de los chistes; necesita `value`, o `setup` y `punchline`, y puede tener `category`, `language`, `source`, `url` e `id`
        Nothing was imported: line %s is not UTF-8; convert the file, as with `iconv -f ISO-8859-1 -t UTF-8`, or skip such lines with `--skip-bad`^No se ha importado nada: la línea %s no es UTF-8; convierte el archivo, por ejemplo con `iconv -f ISO-8859-1 -t UTF-8`, o salta esas líneas con `--skip-bad`
        Nothing was imported: line %s is too long; correct the line, or skip it with `--skip-bad`^No se ha importado nada: la línea %s es demasiado larga; corrígela, o sáltala con `--skip-bad`
        Nothing was learned yet.^Aún no había nada aprendido.
        Offline^Sin conexión
        Offline.^Sin conexión.
        Online again.^Otra vez con conexión.
        Only saved jokes can be edited; + saves this one.^Solo se editan chistes guardados; + guarda este.
        Opened %s.^Abierto: %s.
        Order^Orden
        Original^Original
        Press / to search %s.^Pulsa / para buscar en %s.
        Previous joke^Chiste anterior
        Punch line, if it is a part of its own^Remate, si es una parte aparte
        Put the card back^Devolver la tarjeta a su sitio
        Quit^Salir
        Read^Leer
        Reading the jokes…^Leyendo los chistes…
        Reading the saved jokes…^Leyendo los chistes guardados…
        Reading the sources…^Leyendo las fuentes…
        Reading the taste…^Leyendo los gustos…
        Restore the deleted jokes^Restaurar los chistes eliminados
        Restored %s joke.^%s chiste restaurado.^%s chistes restaurados.
        Restored the joke.^Chiste restaurado.
        Restored: %s^Restaurado: %s
        Reverse the order^Invertir el orden
        Saturday^sábado
        Save^Guardar
        Save (Ctrl-Enter)^Guardar (Ctrl-Intro)
        Saved %s^Guardados: %s
        Saved %s; u undoes it.^Guardado %s; u lo deshace.
        Saved jokes^Chistes guardados
        Saved jokes (S)^Chistes guardados (S)
        Saved: %s^Guardado: %s
        Scroll a long joke^Desplazar un chiste largo
        Search the saved jokes^Buscar en los chistes guardados
        Search the source^Buscar en la fuente
        Share^Compartir
        Show as a grid^Mostrar como cuadrícula
        Show the jokes of a source^Mostrar los chistes de una fuente
        Show the saved jokes^Mostrar los chistes guardados
        Show the translation, or the joke itself^Mostrar la traducción, o el chiste original
        Skipped: %s invalid line.^Omitida: %s línea no válida.^Omitidas: %s líneas no válidas.
        Small window^Ventana pequeña
        Source^Fuente
        Source %s^Fuente %s
        Sources^Fuentes
        Space^Espacio
        Space or a click tells the rest^Espacio o un clic para leer el resto
        Space tell^Espacio contar
        Space tells the rest^Espacio: el resto
        Sunday^domingo
        Taste^Gustos
        Tell me^Cuéntamelo
        Tell the punch line^Mostrar el remate
        The card is back in the middle.^La tarjeta está otra vez en el centro.
        The card is gray.^La tarjeta está gris.
        The card is green.^La tarjeta está verde.
        The card is red.^La tarjeta está roja.
        The card of jokesd, which keeps a queue of jokes for all programs of the desktop.^La tarjeta de jokesd, que mantiene una cola de chistes para todos los programas del escritorio.
        The configuration has not changed.^La configuración no ha cambiado.
        The joke has your text.^El chiste tiene tu texto.
        The joke is as it was.^El chiste está como estaba.
        The joke is disliked; u undoes it.^Chiste rechazado; u lo deshace.^%s chistes rechazados; u lo deshace.
        The joke is saved; u undoes it.^Chiste guardado; u lo deshace.^%s chistes guardados; u lo deshace.
        The joke of the day comes at %1$s, %2$s.^Hora del chiste del día: %1$s, %2$s.
        The joke of the day no longer comes by itself.^El chiste del día ya no llega solo.
        The joke was added before.^El chiste ya se había añadido.
        The joke was disliked before.^El chiste ya estaba rechazado.^%s chistes ya estaban rechazados.
        The joke was saved before.^El chiste ya estaba guardado.^%s chistes ya estaban guardados.
        The jokes cannot be read.^No se pueden leer los chistes.
        The last attempt to fetch a joke failed^El último intento de obtener un chiste falló
        The last pages have no joke.^Las últimas páginas no tienen chistes.
        The newest change is a decision by %s.^El último cambio es una decisión de %s.
        The newest change is a deletion by %s.^El último cambio es una eliminación de %s.
        The newest change is a dislike by %s.^El último cambio es un «No me gusta» de %s.
        The newest change is a like by %s.^El último cambio es un «Me gusta» de %s.
        The newest change is a restoration by %s.^El último cambio es una restauración de %s.
        The newest change is an added joke by %s.^El último cambio es un chiste añadido por %s.
        The newest change is an edit by %s.^El último cambio es una edición de %s.
        The newest change is an undo by %s.^El último cambio es algo que ha deshecho %s.
        The picture cannot be drawn; install librsvg2-common (Debian).^No se puede dibujar la imagen; instala librsvg2-common (Debian).
        The queue is empty; `jokectl status` says how the sources do.^La cola está vacía; `jokectl status` dice cómo están las fuentes.
        The saved jokes cannot be read.^No se pueden leer los chistes guardados.
        The source %s is as the configuration says.^La fuente %s está como dice la configuración.
        The source %s is disabled.^La fuente %s está desactivada.
        The source %s is enabled.^La fuente %s está activada.
        The source %s was already as the configuration says.^La fuente %s ya estaba como dice la configuración.
        The source %s was already disabled.^La fuente %s ya estaba desactivada.
        The source %s was already enabled.^La fuente %s ya estaba activada.
        The target “%s” is not a link to a web page or a mail. Correct it in `shareTargets`.^El destino «%s» no es un enlace a una página web ni a un correo. Se corrige en `shareTargets`.
        The trash is empty.^La papelera está vacía.
        There are no more jokes.^No hay más chistes.
        There is no joke to dislike.^No hay ningún chiste que rechazar.
        There is no joke to like.^No hay ningún chiste que guardar.
        There is no joke yet. Write it first.^Aún no hay chiste. Primero hay que escribirlo.
        There is no joke.^No hay chistes.
        There is no page %1$s; the last one is page %2$s.^No hay página %1$s; la última es la %2$s.
        These are %s jokes. Search for others.^Estos son %s chistes. Para ver otros, buscarlos.
        These are %s jokes; name a category or words for others.^Estos son %s chistes; da una categoría o palabras para ver otros.
        These are %s jokes; search for others.^Estos son %s chistes; busca para ver otros.
        This is joke %1$s of %2$s; press End again to go on.^Este es el chiste %1$s de %2$s; pulsa Fin otra vez para seguir.
        This joke is already in your language.^Este chiste ya está en tu idioma.
        Thursday^jueves
        Translate^Traducir
        Translation^Traducción
        Translation (T)^Traducción (T)
        Translations are not shown.^No se muestran las traducciones.
        Translations are shown, but this joke has none.^Se muestran las traducciones, pero este chiste no tiene ninguna.
        Try again^Reintentar
        Tuesday^martes
        Type more for more jokes.^Escribe more para ver más chistes.
        Type the joke after add.^Escribe el chiste después de add.
        Type undo again to undo it, too.^Escribe undo otra vez para deshacerlo también.
        Unchanged: %s^Sin cambios: %s
        Undo^Deshacer
        Undo (U)^Deshacer (U)
        Undo again to undo it, too.^Deshaz otra vez para deshacerlo también.
        Undo the deletion^Deshacer la eliminación
        Undone: %1$s, %2$s joke.^Deshecho: %1$s, %2$s chiste.^Deshecho: %1$s, %2$s chistes.
        Undone: %s decisions.^Deshecho: %s decisiones.
        Undone: the addition of %s joke.^Deshecho: %s chiste añadido.^Deshecho: %s chistes añadidos.
        Undone: the deletion of %s joke.^Deshecho: %s chiste eliminado.^Deshecho: %s chistes eliminados.
        Undone: the dislike.^Deshecho: el «No me gusta».
        Undone: the edit.^Deshecho: la edición.
        Undone: the joke was %s.^Deshecho: último cambio del chiste: %s.
        Undone: the joke was added.^Deshecho: el chiste se había añadido.
        Undone: the joke was deleted.^Deshecho: el chiste se había eliminado.
        Undone: the joke was disliked.^Deshecho: el chiste se había marcado como «No me gusta».
        Undone: the joke was edited.^Deshecho: el chiste se había editado.
        Undone: the joke was liked.^Deshecho: el chiste se había marcado como «Me gusta».
        Undone: the joke was restored.^Deshecho: el chiste se había restaurado.
        Undone: the like.^Deshecho: el «Me gusta».
        Undone: the restoration of %s joke.^Deshecho: %s chiste restaurado.^Deshecho: %s chistes restaurados.
        Unknown command '%s'; help lists the commands.^Orden desconocida: «%s»; help muestra las órdenes.
        Wednesday^miércoles
        Window^Ventana
        Would be skipped: %s invalid line.^Se omitiría %s línea no válida.^Se omitirían %s líneas no válidas.
        You had added the joke before.^Ya habías añadido el chiste.
        Your joke is saved.^Tu chiste está guardado.
        Your saved jokes were damaged^Tus chistes guardados estaban dañados
        `%s` lists the commands^`%s` muestra las órdenes
        `%s` lists the options^`%s` muestra las opciones
        `%s` lists the options, and `--` before it makes it an argument^`%s` muestra las opciones, y con `--` delante es un argumento
        `jokectl reveal` tells the rest^`jokectl reveal` cuenta el resto
        `systemctl --user %1$s` failed%2$s^`systemctl --user %1$s` ha fallado%2$s
        a command^una orden
        a joke has either a text, or --setup and --punchline^un chiste tiene un texto, o bien --setup y --punchline
        a joke has one translation; give --translation once^un chiste tiene una sola traducción; da --translation una vez
        a number from %1$s to %2$s^un número de %1$s a %2$s
        a number, %s or more^un número a partir de %s
        a path^una ruta
        a terminal cannot show a PNG; write it to a file with `jokectl share --as png > joke.png`^una terminal no puede mostrar un PNG; guárdalo en un archivo con `jokectl share --as png > joke.png`
        a text^un texto
        add a joke in your editor^añadir un chiste en tu editor
        all categories^todas las categorías
        another client^otro programa
        another joke is on the card now; run `jokectl show` to see it^ahora hay otro chiste en la tarjeta; `jokectl show` lo muestra
        another user listens at %s; to connect to it anyway, name it with `--socket PATH`^otro usuario escucha en %s; para conectarte de todos modos, indícalo con `--socket PATH`
        arrows drag^flechas arrastrar
        arrows h l^flechas h l
        arrows h l drag^flechas h l arrastrar
        at least %s^al menos %s
        browse the jokes of a source^ver los chistes de una fuente
        busctl sent a reply that jokectl cannot read^busctl ha enviado una respuesta que jokectl no entiende
        by category^por categoría
        by date^por fecha
        by source^por fuente
        by text^por texto
        c copy^c copiar
        cannot use the terminal: %s^no se puede usar la terminal: %s
        category^categoría
        category: name the categories of the listed source. category NAME: list the jokes in one.^category: nombra las categorías de la fuente. category NOMBRE: muestra los chistes de una.
        connections^conexiones
        copy the joke to the clipboard^copiar el chiste al portapapeles
        current^actual
        d delete^d eliminar
        data^datos
        delete the joke^eliminar el chiste
        deleted^eliminado
        did you mean '%s'?^¿querías decir «%s»?
        dislike: never show the joke again^no me gusta: no volver a mostrar el chiste
        disliked^rechazado
        drag and release the card; far enough decides^arrastrar y soltar la tarjeta; bastante lejos, decide
        drag the card by 10 % of its width; 60 % decides^arrastrar la tarjeta un 10 % de su ancho; el 60 % decide
        edit the joke in your editor^editar el chiste en tu editor
        edit the joke in your editor, if it is saved^editar el chiste en tu editor, si está guardado
        edited^editado
        every day^todos los días
        exhausted^sin chistes nuevos
        exported %s line^exportada %s línea^exportadas %s líneas
        exporting^exportando
        f card  q quit^f tarjeta  q salir
        f feed^f canales
        failing^con fallos
        feed (f): name the sources with pages. feed SOURCE WORDS: list jokes of a source, all or those that it finds.^feed (f): nombra las fuentes con páginas. feed FUENTE PALABRAS: muestra chistes de una fuente, todos o los que encuentre.
        fetching^obteniendo chistes
        flagged^señalado
        g grid^g cuadrícula
        id^id.
        importing^importando
        install it, or set JOKESD_SWIPE to its path^instálalo, o pon su ruta en JOKESD_SWIPE
        install jokesd again^vuelve a instalar jokesd
        install the package jokesd-card, or run `jokectl swipe` in a terminal^instala el paquete jokesd-card, o usa `jokectl swipe` en una terminal
        invalid %1$s; expected %2$s^%1$s: valor no válido; se espera %2$s
        invalid argument '%1$s' for '%2$s'; expected %3$s^argumento no válido, «%1$s», para «%2$s»; se espera %3$s
        invalid value '%1$s' for %2$s; expected %3$s^valor no válido, «%1$s», para %2$s; se espera %3$s
        it has no unseen joke left, so all but the disliked ones come again; for new ones, add them to its files or enable another source (`jokectl sources enable NAME`)^ya has visto todos sus chistes, así que vuelven todos menos los rechazados; para tener nuevos, añádelos a sus archivos o activa otra fuente (`jokectl sources enable NAME`)
        it has no unseen joke left, so all but the disliked ones come again; for new ones, enable another source (`jokectl sources enable NAME`)^ya has visto todos sus chistes, así que vuelven todos menos los rechazados; para tener nuevos, activa otra fuente (`jokectl sources enable NAME`)
        it returned no new joke, so its jokes come again; for new ones, enable another source (`jokectl sources enable NAME`)^no ha dado ningún chiste nuevo, así que los suyos vuelven; para tener nuevos, activa otra fuente (`jokectl sources enable NAME`)
        it returned no new joke; for others, enable another source (`jokectl sources enable NAME`)^no ha dado ningún chiste nuevo; para tener otros, activa otra fuente (`jokectl sources enable NAME`)
        joke of the day^chiste del día
        jokectl failed.^jokectl ha fallado.
        jokesd closed the connection^jokesd ha cerrado la conexión
        jokesd closed the connection without a reply; try again, or see `journalctl --user -u jokesd`^jokesd ha cerrado la conexión sin responder; prueba otra vez o mira `journalctl --user -u jokesd`
        jokesd did not reply in time; wait longer with `--timeout SECONDS`^jokesd no ha respondido a tiempo; espera más con `--timeout SECONDS`
        jokesd did not understand the request; install the same version of jokesd and jokectl^jokesd no ha entendido la petición; instala la misma versión de jokesd y jokectl
        jokesd does not reply; see `journalctl --user -u jokesd`.^jokesd no responde; ver `journalctl --user -u jokesd`.
        jokesd does not run (no program listens at %1$s); start it with %2$s^jokesd no está en marcha (ningún programa escucha en %1$s); inícialo con %2$s
        jokesd does not run; to start it, leave out --no-start^jokesd no está en marcha; para iniciarlo, quita --no-start
        jokesd does not support an option or a value of the command; install the same version of jokesd and jokectl^jokesd no conoce una opción o un valor de la orden; instala la misma versión de jokesd y jokectl
        jokesd failed because of a bug; `journalctl --user -u jokesd` may say more^jokesd ha fallado por un error suyo; quizá `journalctl --user -u jokesd` diga más
        jokesd is exiting; under systemd, the next connection starts it again^jokesd está terminando; con systemd, la próxima conexión lo inicia de nuevo
        jokesd is stopping; try again^jokesd se está deteniendo; prueba otra vez
        jokesd sent an unexpected reply (%s); install the same version of jokesd and jokectl^jokesd ha enviado una respuesta inesperada (%s); instala la misma versión de jokesd y jokectl
        jokesd-fetch can now read these files, as %s says:^jokesd-fetch ya puede leer estos archivos, como dice %s:
        k category^k categoría
        language^idioma
        left, right: drag the card by 10 % of its width. release: like or dislike it beyond 60 %. back: move it back.^left, right: arrastran la tarjeta un 10 % de su ancho. release: la suelta; más allá del 60 %, decide. back: la devuelve a su sitio.
        length^longitud
        like (l), dislike (d), next (n), previous (p), undo (u), translate (t), repeat (r), copy (c), quit (q).^like (l): me gusta. dislike (d): no me gusta. next (n): siguiente. previous (p): anterior. undo (u): deshacer. translate (t): traducir. repeat (r): repetir. copy (c): copiar. quit (q): salir.
        like: save the joke and show the next one^me gusta: guardar el chiste y mostrar el siguiente
        liked^me gusta
        limit^límite
        limited^limitada
        list the saved jokes^ver los chistes guardados
        loading^cargando
        loading failed^no se ha podido cargar
        loading failed; press an arrow key to try again^no se ha podido cargar; pulsa una flecha para reintentar
        mouse^ratón
        move the card back^devolver la tarjeta a su sitio
        n next^n siguiente
        next fetch: %s^próxima consulta: %s
        next try: %s^próximo intento: %s
        no clipboard is available; install wl-clipboard (Wayland) or xclip (X11), or run it in a terminal^no hay portapapeles; instala wl-clipboard (Wayland) o xclip (X11), o úsalo en una terminal
        no clipboard takes a picture; install wl-clipboard (Wayland) or xclip (X11)^ningún portapapeles admite imágenes; instala wl-clipboard (Wayland) o xclip (X11)
        no joke has the id %s; run `jokectl queue --json` to see the ids of the next jokes^ningún chiste tiene el id. %s; `jokectl queue --json` muestra los id. de los próximos chistes
        no joke has the id %s; run `jokectl saved list` to see the ids^ningún chiste tiene el id. %s; `jokectl saved list` muestra los id.
        no joke in the trash has the id %s; run `jokectl saved list --deleted` to see the ids^ningún chiste de la papelera tiene el id. %s; `jokectl saved list --deleted` muestra los id.
        no joke is given; name its text, or - to read it from standard input^falta el chiste; da su texto, o - para leerlo de la entrada estándar
        no joke of the day: %s^no hay chiste del día: %s
        no joke to share: %s^no hay chiste para compartir: %s
        no jokesd listens at %s, which --socket or $JOKESD_SOCKET names; start one there, or leave them out to use the default socket^ningún jokesd escucha en %s, que indica --socket o $JOKESD_SOCKET; inicia uno ahí, o quítalos para usar el socket habitual
        no new joke was fetched: %s^no se ha obtenido ningún chiste nuevo: %s
        no notification server is running (%s); start one, such as dunst or mako, or log in to a desktop^no hay ningún servidor de notificaciones (%s); inicia uno, como dunst o mako, o entra en un escritorio
        no permission for %s; use the socket of your own jokesd (`--socket PATH`)^no tienes permiso para %s; usa el socket de tu propio jokesd (`--socket PATH`)
        no reason given^sin motivo
        no systemd user manager has %s; without it, let cron or your desktop's autostart run `jokectl notify`^ningún systemd de usuario tiene %s; sin ella, haz que cron o el inicio de tu escritorio ejecute `jokectl notify`
        no target has the name '%1$s'; did you mean '%2$s'?^ningún destino se llama «%1$s»; ¿querías decir «%2$s»?
        no target has the name '%1$s'; use clipboard, %2$s^ningún destino se llama «%1$s»; usa clipboard, %2$s
        not connected^sin conexión
        not connected, trying again^sin conexión, reintentando
        not imported yet: %s line; free some space on the disk, then jokesd imports the rest by itself^sin importar todavía: %s línea; libera espacio en el disco y jokesd importará el resto^sin importar todavía: %s líneas; libera espacio en el disco y jokesd importará el resto
        nothing to edit is given; name a new text, such as --text TEXT^falta qué editar; da un texto nuevo, por ejemplo con --text TEXT
        nothing was added^no se ha añadido nada
        nothing was changed^no se ha cambiado nada
        notify-send is not installed; install libnotify (on Debian, libnotify-bin)^notify-send no está instalado; instala libnotify (en Debian, libnotify-bin)
        o sort^o ordenar
        o source^o fuente
        off^desactivada
        off by you (configuration says on)^desactivada por ti (la configuración dice que sí)
        offline^sin conexión
        on^activada
        on by you (configuration says off)^activada por ti (la configuración dice que no)
        open^en pausa tras varios fallos
        order by text, date, source or category^ordenar por texto, fecha, fuente o categoría
        p previous^p anterior
        page^página
        page %1$s of %2$s^página %1$s de %2$s
        page %s^página %s
        protocol^protocolo
        punchline^remate
        put the file there, or correct `sources.%s.path` in the configuration^pon ahí el archivo, o corrige `sources.%s.path` en la configuración
        queue^cola
        queue %1$s/%2$s^cola: %1$s/%2$s
        quit^salir
        r reverse^r invertir
        read NUMBER, like NUMBER, dislike NUMBER, delete NUMBER, copy NUMBER: a joke of the list.^read NÚMERO, like NÚMERO, dislike NÚMERO, delete NÚMERO, copy NÚMERO: un chiste de la lista.
        reading^leyendo
        ready^lista
        release the card: it is decided or returns^soltar la tarjeta: se decide o vuelve
        requests^peticiones
        resting^en espera
        restored^restaurado
        return to the card^volver a la tarjeta
        reveal: tell the punch line, if it is held back. add TEXT: add a joke of your own.^reveal: cuenta el remate, si está oculto. add TEXTO: añade un chiste tuyo.
        reverse the order^invertir el orden
        rsvg-convert is not installed; install librsvg2-bin (Debian), or use `--as svg`^rsvg-convert no está instalado; instala librsvg2-bin (Debian), o usa `--as svg`
        s card  q quit^s tarjeta  q salir
        s saved  ? help  q quit^s chistes  ? ayuda  q salir
        save the joke^guardar el chiste
        saved^guardado
        saved %s^guardados: %s
        saved (s): list ten saved jokes. more: list more. sort ORDER: by text, date, source or category.^saved (s): muestra diez chistes guardados. more: muestra más. sort ORDEN: por text, date, source o category.
        saved jokes^guardados
        scroll a long joke^desplazar un chiste largo
        search^búsqueda
        search (/) WORDS: find saved jokes.^search (/) PALABRAS: busca chistes guardados.
        search the list^buscar en la lista
        search the saved jokes^buscar en los chistes guardados
        seconds, more than 0 and at most %s^segundos, más de 0 y no más de %s
        select a joke; so do the mouse, PgUp, PgDn, Home and End^elegir un chiste; también con el ratón, RePág, AvPág, Inicio y Fin
        setup^planteamiento
        several jokes have an id that begins with %s; give more of the id^el id. de varios chistes empieza por %s; da más letras del id.
        show the joke before this one^mostrar el chiste anterior
        show the next joke^mostrar el chiste siguiente
        show the whole joke^mostrar el chiste entero
        source^fuente
        spent^cupo agotado
        stdbuf is not installed; install coreutils^stdbuf no está instalado; instala coreutils
        suspend; fg resumes^suspender; fg reanuda
        switch between list and grid^alternar entre lista y cuadrícula
        switch between translation and original^alternar entre traducción y original
        system error: %s^error del sistema: %s
        t translate^t traducir
        tell the punch line^contar el remate
        text^texto
        the card needs a terminal; use `jokectl swipe --plain`^la tarjeta necesita una terminal; usa `jokectl swipe --plain`
        the editor does not end, and has the terminal^el editor no termina y tiene la terminal
        the joke^el chiste
        the joke has no text^el chiste no tiene texto
        the joke is already in '%s'; to see another language, set `translateTo` in the configuration^el chiste ya está en «%s»; para ver otro idioma, ponlo en `translateTo` en la configuración
        the joke is saved, but does not come by itself: %s^el chiste está guardado, pero no saldrá solo: %s
        the joke of the day (%s) was already shown; `jokectl notify --again` shows it again^el chiste del día (%s) ya se ha mostrado; `jokectl notify --again` lo muestra otra vez
        the joke was changed meanwhile, so it was not edited^el chiste ha cambiado mientras tanto, así que no se ha editado
        the next category, the previous one^la categoría siguiente, la anterior
        the next source, the previous one^la fuente siguiente, la anterior
        the notification server does not reply; restart it^el servidor de notificaciones no responde; reinícialo
        the output cannot be written: %s^no se puede escribir la salida: %s
        the output of %1$s cannot be read: %2$s^no se puede leer la salida de %1$s: %2$s
        the program at the socket does not use the protocol of jokesd (%s); check the socket and the version of jokesd^el programa del socket no usa el protocolo de jokesd (%s); revisa el socket y la versión de jokesd
        the request or its result is too large; give fewer or shorter values^la petición o su resultado es demasiado grande; da menos valores o más cortos
        the session bus does not reply^el bus de la sesión no responde
        the target '%1$s' is not a link to a web page or a mail: %2$s; correct it in `shareTargets`^el destino «%1$s» no es un enlace a una página web ni a un correo: %2$s; corrígelo en `shareTargets`
        the text is not UTF-8^el texto no es UTF-8
        the text is too long: a joke has at most %s bytes^el texto es demasiado largo: un chiste tiene como mucho %s bytes
        the word^la palabra
        this joke of the day was not shown before; run `jokectl %s daily` again^este chiste del día no se había mostrado antes; repite `jokectl %s daily`
        this jokesd does not support the command; install the same version of jokesd and jokectl^este jokesd no conoce la orden; instala la misma versión de jokesd y jokectl
        this notification server%s shows no buttons; use `jokectl like daily` to save the joke of the day^este servidor de notificaciones%s no muestra botones; `jokectl like daily` guarda el chiste del día
        this terminal (TERM) cannot show the card; use `jokectl swipe --plain`^esta terminal (TERM) no puede mostrar la tarjeta; usa `jokectl swipe --plain`
        time^hora
        too long^demasiado largo
        too short^demasiado corto
        topic^tema
        translated^traducido
        translation^traducción
        turned off by you (the configuration says on)^desactivada por ti (la configuración dice que sí)
        turned on by you (the configuration says off)^activada por ti (la configuración dice que no)
        u undo^u deshacer
        undo the last decision or deletion^deshacer la última decisión o eliminación
        unexpected argument '%1$s' for '%2$s'; `%3$s` shows its arguments^«%1$s» sobra en «%2$s»; `%3$s` muestra sus argumentos
        unknown command '%s'^orden desconocida: «%s»
        unknown option '%s'^opción desconocida: «%s»
        up, down^arriba, abajo
        up, down scroll^arriba, abajo: desplazar
        uptime^en marcha
        version^versión
        waiting for jokesd^esperando a jokesd
        xdg-open is not installed; install xdg-utils, or open this link: %s^xdg-open no está instalado; instala xdg-utils, o abre este enlace: %s
        ←→ drag^←→ arrastrar
        ←→ h l drag^←→ h l arrastrar
        ↑↓ scroll^↑↓ desplazar

        """#
}
