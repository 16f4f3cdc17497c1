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
        %1$s cannot be locked: %2$s^no se puede bloquear %1$s: %2$s
        %1$s cannot be read: %2$s^no se puede leer %1$s: %2$s
        %1$s cannot be removed: %2$s^no se puede borrar %1$s: %2$s
        %1$s cannot be started: %2$s^no se puede iniciar %1$s: %2$s
        %1$s cannot be written: %2$s^no se puede escribir %1$s: %2$s
        %1$s did not end within %2$s s^%1$s no ha terminado en %2$s s
        %1$s failed with signal %2$s^%1$s ha fallado con la señal %2$s
        %1$s failed with status %2$s^%1$s ha fallado con el código %2$s
        %1$s has failed (%2$s); see `journalctl --user -u %1$s`^%1$s ha fallado (%2$s); mira `journalctl --user -u %1$s`
        %1$s has no effect, because you turned %2$s on or off; `jokectl sources reset %2$s` removes your choice.^%1$s no tiene efecto, porque activaste o desactivaste %2$s; `jokectl sources reset %2$s` quita tu elección.
        %1$s is %2$s^%1$s está %2$s
        %1$s is accessible to other users (mode %2$s)^%1$s está al alcance de otros usuarios (modo %2$s)
        %1$s is damaged (%2$s), so jokesd would not use this backup^%1$s está dañado (%2$s), así que jokesd no usaría esta copia
        %1$s is longer than %2$s MiB; split it, or convert it to a JSON object in each line^%1$s pasa de %2$s MiB; divídelo, o conviértelo en un objeto JSON por línea
        %1$s is not a directory, so jokesd cannot use %2$s^%1$s no es un directorio, así que jokesd no puede usar %2$s
        %1$s is removed, but systemd may still use it; run `systemctl --user %2$s`, if jokesd runs under systemd^se ha borrado %1$s, pero puede que systemd lo use todavía; ejecuta `systemctl --user %2$s`, si jokesd funciona con systemd
        %1$s is written, but systemd does not use it yet; run `systemctl --user %2$s`, if jokesd runs under systemd^se ha escrito %1$s, pero systemd no lo usa todavía; ejecuta `systemctl --user %2$s`, si jokesd funciona con systemd
        %1$s joke would be imported from %2$s.^Se importaría %1$s chiste de %2$s.^Se importarían %1$s chistes de %2$s.
        %1$s joke would be imported from %2$s; above are the first %3$s.^Se importaría %1$s chiste de %2$s; arriba están los primeros %3$s.^Se importarían %1$s chistes de %2$s; arriba están los primeros %3$s.
        %1$s more line: %2$s^%1$s línea más: %2$s^%1$s líneas más: %2$s
        %1$s needs a value: `%2$s`^%1$s necesita un valor: `%2$s`
        %1$s not found at %2$s; %3$s^%1$s no está en %2$s; %3$s
        %1$s of %2$s not shown yet^%1$s de %2$s sin mostrar aún
        %1$s of %2$s requests today^%1$s de %2$s peticiones hoy
        %1$s of %2$s saved joke^%1$s de %2$s chiste guardado^%1$s de %2$s chistes guardados
        %1$s starts %2$s, which does not exist^%1$s inicia %2$s, que no existe
        %1$s to %2$s^de %1$s a %2$s
        %1$s was written by a newer jokesd (layout %2$s, this one knows %3$s); install that version again^%1$s es de un jokesd más reciente (formato %2$s, este conoce el %3$s); vuelve a instalar esa versión
        %1$s: %2$s^%1$s: %2$s
        %1$s: jokesd-fetch cannot read %2$s^%1$s: jokesd-fetch no puede leer %2$s
        %1$s: the editor `%2$s` cannot be run; set $%3$s to another one^%1$s: no se puede abrir el editor `%2$s`; pon otro en $%3$s
        %1$s: the editor `%2$s` failed or was interrupted%3$s^%1$s: el editor `%2$s` ha fallado o se ha interrumpido%3$s
        %1$s: the editor `%2$s` was ended%3$s^%1$s: el editor `%2$s` se ha cerrado a la fuerza%3$s
        %1$s: the text is empty%2$s^%1$s: el texto está vacío%2$s
        %1$s: your editor returned at once; use `%2$s`; your text is in %3$s^%1$s: tu editor volvió al instante; usa `%2$s`; tu texto está en %3$s
        %1$s; your text is in %2$s^%1$s; tu texto está en %2$s
        %s already exists; name another file, or replace it with `--force`^%s ya existe; indica otro archivo, o reemplázalo con `--force`
        %s belongs to another user^%s es de otro usuario
        %s cannot be opened as a link; use text or markdown, or copy it with `--to clipboard`^%s no se puede abrir como enlace; usa text o markdown, o cópialo con `--to clipboard`
        %s cannot be read or is damaged; delete it, and run `jokectl sync on FOLDER`^%s no se puede leer o está dañado; elimínalo y ejecuta `jokectl sync on FOLDER`
        %s cannot be written^no se puede escribir %s
        %s damaged^dañados: %s
        %s found.^Encontrados: %s.
        %s has the time. `jokectl notify --off` ends it.^La hora está en %s. `jokectl notify --off` lo desactiva.
        %s is a damaged database that jokesd moved aside, and whose decisions it has all^%s es una base de datos dañada que jokesd apartó, y de la que tiene todas las decisiones
        %s is a damaged database that jokesd moved aside; it may have decisions that are nowhere else^%s es una base de datos dañada que jokesd apartó; puede tener decisiones que no están en ningún otro sitio
        %s is a database of another program^%s es una base de datos de otro programa
        %s is a database; `jokectl help backup` says how to restore a copy of jokesd's^%s es una base de datos; `jokectl help backup` dice cómo restaurar una copia de la de jokesd
        %s is a directory of jokesd itself; choose another folder^%s es un directorio del propio jokesd; elige otra carpeta
        %s is a directory, but jokesd needs a file there^%s es un directorio, pero jokesd necesita ahí un archivo
        %s is a symbolic link, but jokesd needs the file itself there^%s es un enlace simbólico, pero jokesd necesita ahí el propio archivo
        %s is an incomplete file that is left over^%s es un archivo incompleto que ha quedado de antes
        %s is disabled, so it does not listen after the next login^%s está desactivado, así que no escucha después de la próxima entrada en la sesión
        %s is enabled, but not active^%s está activado, pero no en marcha
        %s is in use by another program; name another file^otro programa está usando %s; indica otro archivo
        %s is invalid; it should say which joke of the day was shown^%s no es válido; debería decir qué chiste del día se mostró
        %s is masked, so systemd does not start it^%s está enmascarado (masked), así que systemd no lo inicia
        %s is missing; at its start jokesd replaces it by the newest good backup^falta %s; al iniciarse, jokesd pone en su lugar la última copia buena
        %s is no file, so jokesd makes no backup on that day^%s no es un archivo, así que ese día jokesd no hace copia
        %s is no regular file, but jokesd needs a file there^%s no es un archivo normal, pero jokesd necesita ahí un archivo
        %s is no socket, so jokesd cannot listen there^%s no es un socket, así que jokesd no puede escuchar ahí
        %s is not a directory that you can write to^%s no es un directorio en el que puedas escribir
        %s is not installed^%s no está instalado
        %s joke added^%s chiste añadido^%s chistes añadidos
        %s joke selected^%s chiste seleccionado^%s chistes seleccionados
        %s joke updated^%s chiste actualizado^%s chistes actualizados
        %s likely^%s de probabilidad
        %s line deletes or dislikes a joke and was skipped; --merge takes it over.^%s línea borra o rechaza un chiste y se ha omitido; --merge la aplica.^%s líneas borran o rechazan un chiste y se han omitido; --merge las aplica.
        %s line has a time in the future, which counts as 1970.^%s línea tiene una fecha futura, que cuenta como 1970.^%s líneas tienen fechas futuras, que cuentan como 1970.
        %s line skipped, which this version cannot read^%s línea saltada, que esta versión no puede leer^%s líneas saltadas, que esta versión no puede leer
        %s line written^%s línea escrita^%s líneas escritas
        %s of the next jokes^%s de los próximos chistes
        %s percent to the left.^%s por ciento a la izquierda.
        %s percent to the right.^%s por ciento a la derecha.
        %s record^%s registro^%s registros
        %s saved.^Guardados: %s.
        %s saved. Type help for the commands.^Guardados: %s. Escribe help para ver las órdenes.
        %s shows notifications without buttons^%s muestra las notificaciones sin botones
        %s takes no value; remove the value^%s no lleva valor; quítalo
        %s was disliked before.^Ya estaba rechazado: %s.
        %s was moved aside with a damaged database, and has no decisions^%s se apartó con una base de datos dañada, y no tiene decisiones
        %s was saved before.^Ya estaba guardado: %s.
        %s, reversed^%s, al revés
        %s, the last one^%s, la última
        %s. Trying again.^%s. Reintentando.
        %s: filtered^%s: filtrados
        %s; `jokectl help call` has examples^%s; `jokectl help call` tiene ejemplos
        %s; correct the lines, or skip them with `--skip-bad`^%s; corrige las líneas, o sáltalas con `--skip-bad`
        %s; run `jokectl doctor`^%s; ejecuta `jokectl doctor`
        %s; run `jokesd --check-config` to see every error^%s; `jokesd --check-config` muestra todos los errores
        %s; see `journalctl --user -u jokesd`^%s; mira `journalctl --user -u jokesd`
        '%1$s' has no command '%2$s'^«%1$s» no tiene la orden «%2$s»
        '%1$s' is not a valid path of a socket; use 1 to %2$s bytes^«%1$s» no es una ruta válida de un socket; usa de 1 a %2$s bytes
        '%1$s' is not a value of %2$s; it takes %3$s^«%1$s» no es un valor de %2$s; se espera %3$s
        '%1$s' is not an argument of '%2$s'; it takes %3$s^«%1$s» no es un argumento de «%2$s»; se espera %3$s
        '%1$s' needs %2$s: %3$s; `%4$s` shows its arguments^«%1$s» necesita %2$s (%3$s); `%4$s` muestra sus argumentos
        '%1$s' takes one %2$s; put it in quotation marks: `%3$s`^'%1$s' toma un %2$s; ponlo entre comillas: `%3$s`
        '%2$s' takes no argument '%1$s'; `%3$s` shows its arguments^«%2$s» no admite el argumento «%1$s»; `%3$s` muestra sus argumentos
        '%s' is a directory; name a file in it^«%s» es un directorio; indica un archivo de dentro
        '%s' is neither NAME=VALUE nor a single JSON object^«%s» no es ni NAME=VALUE ni un único objeto de JSON
        '%s' is not a time of the day; write it as 8:30 or 20:15^«%s» no es una hora del día; escríbela así: 8:30 o 20:15
        '%s' names no days of the week; write them as mon-fri or sat,sun^«%s» no son días de la semana; escríbelos así: mon-fri o sat,sun
        (machine)^(máquina)
        (reveal tells the rest.)^(reveal cuenta el resto.)
        + like^+ me gusta
        + save^+ guardar
        - dislike^- no me gusta
        --as cannot be combined with --json or --format, which are formats, too^--as no se puede combinar con --json ni con --format, que también son formatos
        --at, --on and --off change when the joke comes by itself, and show nothing now; leave --%s out^--at, --on y --off cambian cuándo llega el chiste por sí solo, y no muestran nada ahora; quita --%s
        --category needs a name^--category necesita un nombre
        --dark needs `--as svg` or `--as png`^--dark necesita `--as svg` o `--as png`
        --disliked cannot be combined with --deleted^--disliked no se puede combinar con --deleted
        --disliked lists jokes by date only; leave out --sort^--disliked solo ordena por fecha; quita --sort
        --for cannot be combined with --json or --format^--for no se puede combinar con --json ni con --format
        --for shows the state only; remove --topic or --for^--for solo muestra el estado; quita --topic o --for
        --json and --format take the place of --as.^--json y --format sustituyen a --as.
        --off ends what --%s begins; leave one of them out^--off termina lo que --%s empieza; quita una de las dos opciones
        --page and --scroll need --for^--page y --scroll necesitan --for
        --restore brings back the whole joke; no other option can be given with it^--restore recupera el chiste entero; no admite otras opciones
        --reveal %s cannot be combined with --count^--reveal %s no se puede combinar con --count
        --reveal after and DELAY need each other: `jokectl next --reveal after 3s`^--reveal after y DELAY van juntos: `jokectl next --reveal after 3s`
        --reveal after prints a joke in two steps, but --json and --format print the result at once; use --reveal later^--reveal after muestra un chiste en dos pasos, pero --json y --format muestran el resultado de una vez; usa --reveal later
        --reveal later cannot be combined with --no-card^--reveal later no se puede combinar con --no-card
        --translation needs a language and a text, such as --translation es=TEXT^--translation necesita un idioma y un texto; por ejemplo, --translation es=TEXT
        --translation needs another language than --language^--translation necesita otro idioma que --language
        / search^/ buscar
        0 if a joke is found, 1 if none is found^0 si se encuentra un chiste, 1 si no se encuentra ninguno
        0 if a joke is printed, 1 if none is saved^0 si se muestra un chiste, 1 si no hay ninguno guardado
        0 if a joke is shown, 1 if no such joke is saved (`--source saved`), 75 if no joke is available^0 si se muestra un chiste, 1 si no hay ninguno así guardado (`--source saved`), 75 si no hay chistes disponibles
        0 if a joke is shown, 1 if there is no earlier one^0 si se muestra un chiste, 1 si no hay ninguno anterior
        0 if a text is shown, 1 if `again` gets no translation^0 si se muestra un texto, 1 si `again` no consigue ninguna traducción
        0 if all lines are imported or skipped, 65 if a line is invalid, 74 if the file cannot be read, or if the disk is full and lines are imported later^0 si se importan o se saltan todas las líneas, 65 si una línea no es válida, 74 si no se puede leer el archivo, o si el disco está lleno y hay líneas que se importan más tarde
        0 if jokes are deleted, 1 if no joke matches, 65 if an id is ambiguous, 66 if it is unknown^0 si se eliminan chistes, 1 si no coincide ninguno, 65 si un id es ambiguo, 66 si es desconocido
        0 if jokes are listed or there are none, 1 if a search finds none, 64 if the source has no pages^0 si se muestran chistes o no hay ninguno, 1 si una búsqueda no encuentra ninguno, 64 si la fuente no tiene páginas
        0 if jokesd has stopped, 1 if it did not run^0 si jokesd se ha detenido, 1 si no estaba en marcha
        0 if nothing is wrong, 1 if a check finds a problem, such as a jokesd that does not run^0 si no hay ningún problema, 1 si se encuentra alguno, como un jokesd que no está en marcha
        0 if something is undone, 1 if not^0 si se deshace algo, 1 si no
        0 if sync was on, 1 if it was off^0 si la sincronización estaba activada, 1 si estaba desactivada
        0 if sync works, 1 if it is off or the last run failed^0 si la sincronización funciona, 1 si está desactivada o la última vez falló
        0 if the joke is added or was added before, 1 if you leave the editor without a text, 69 if it cannot be run^0 si el chiste se añade o ya se había añadido, 1 si sales del editor sin un texto, 69 si no se puede abrir
        0 if the joke is decided, 1 if there is no joke to decide^0 si se decide sobre el chiste, 1 si no hay chiste sobre el que decidir
        0 if the joke is edited or needs no edit, 1 if the editor fails or leaves no text, or if the text has changed meanwhile, 65 if the id is ambiguous, 66 if it is unknown, 69 if the editor cannot be run^0 si el chiste se edita o no hace falta, 1 si el editor falla o no deja texto, o si el texto ha cambiado mientras tanto, 65 si el id es ambiguo, 66 si es desconocido, 69 si no se puede abrir el editor
        1 joke since the start^1 chiste desde el inicio^%s chistes desde el inicio
        1 kept out by the filter^1 descartado por el filtro^%s descartados por el filtro
        1 new joke^1 chiste nuevo^%s chistes nuevos
        124 if the assistant reads no reply for 30 seconds; 0 at the end of the input^124 si el asistente no lee una respuesta en 30 segundos; 0 al final de la entrada
        ; free some space first^; libera antes algo de espacio
        ; the change may still happen^; el cambio aún puede ocurrir
        ; the next try is at %s^; el próximo intento es a las %s
        ; your text is in %s^; tu texto está en %s
        ; your text is in %s or beside it^; tu texto está en %s o al lado
        A deleted joke is saved again, with its old date; `jokectl saved list --deleted` lists those of the last 30 days. A disliked joke that was not saved may be shown again; `jokectl saved list --disliked` lists them.^Un chiste eliminado vuelve a estar guardado, con su fecha anterior; `jokectl saved list --deleted` muestra los de los últimos 30 días. Un chiste rechazado que no estaba guardado puede volver a salir; `jokectl saved list --disliked` los muestra.
        A file of `saved export` has a JSON object in each line. If a joke is already known, its newer decision wins, so files can be imported in any order and more than once. Lines that delete or dislike a joke are skipped and counted: they are for your own machines. --merge takes them over, too. If a line is invalid, nothing is imported, unless you give --skip-bad. `jokectl undo` takes an import of up to 500 lines back.^Un archivo de `saved export` tiene un objeto de JSON en cada línea. Si un chiste ya se conoce, vale la decisión más reciente, así que los archivos se pueden importar en cualquier orden y más de una vez. Las líneas que borran o rechazan un chiste se omiten y se cuentan: son para tus propias máquinas. --merge las aplica también. Si una línea no es válida, no se importa nada, salvo con --skip-bad. `jokectl undo` deshace una importación de hasta 500 líneas.
        A joke matches if it or its translation has a word that begins with each WORD; case and accents do not matter. `"word"` finds only the whole word. The best matches come first. jokectl shows at most 50 jokes, unless you give --limit or --all.^Un chiste coincide si él o su traducción tiene una palabra que empieza por cada WORD; no importan las mayúsculas ni los acentos. `"word"` busca solo la palabra entera. Primero salen los que mejor coinciden. jokectl muestra como mucho 50 chistes, salvo con --limit o --all.
        A joke that is printed whole is revealed for all clients. With --reveal later, only its setup is printed, and `jokectl reveal` prints the whole joke. With --json or --format, --reveal later only leaves the joke unrevealed in other clients.^Un chiste que se muestra entero queda revelado para todos los programas. Con --reveal later se muestra solo el planteamiento, y `jokectl reveal` muestra el chiste entero. Con --json o --format, --reveal later solo lo deja sin revelar en los demás programas.
        A template has members of the result in double braces, by the names that --json shows. A member that the result does not have is taken from its state. For a list, jokectl prints a line for each item. Filters follow the name after vertical bars and are applied in order; an escaping filter must be the last one. \n, \t and \\ are a line break, a tab and a backslash.^Una plantilla tiene miembros del resultado entre llaves dobles, con los nombres que muestra --json. Si el resultado no tiene un miembro, se toma de su estado. De una lista, jokectl muestra una línea por elemento. Los filtros van detrás del nombre, separados por barras verticales, y se aplican en orden; si uno escapa caracteres, tiene que ser el último. \n, \t y \\ son un salto de línea, un tabulador y una barra inversa.
        A value is read as JSON (a number, true, false, null, an array, an object, or a string in double quotes), or otherwise as a string. The result is printed as JSON.^Un valor se lee como JSON (un número, true, false, null, un array, un objeto o una cadena entre comillas dobles) o, si no lo es, como una cadena. El resultado se muestra como JSON.
        About jokesd^Acerca de jokesd
        Add a joke^Añadir un chiste
        Add a joke of your own^Añade un chiste tuyo
        Added and saved the joke.^Chiste añadido y guardado.
        Added: "%s"^Añadido: «%s»
        Added: %s^Añadido: %s
        Added: %s.^Añadidas: %s.
        Address^Dirección
        All categories^Todas las categorías
        All clients show the same card: if you move it in one terminal, it moves in all. With NO_COLOR or --color=never, the card is an outline.^Todos los programas muestran la misma tarjeta: si la mueves en una terminal, se mueve en todas. Con NO_COLOR o --color=never, la tarjeta es un contorno.
        Already added: "%s"^Ya estaba añadido: «%s»
        Already added: %s^Ya estaba añadido: %s
        Already disliked: %s^Ya estaba rechazado: %s
        Already saved: %s^Ya estaba guardado: %s
        An assistant starts this command and talks to it on the standard input and output. It can show the joke on the card, the next one and the joke of the day, like a joke, add a joke of yours, and search the saved jokes. It cannot delete a joke or change a setting. docs/assistants.md has configurations.^Un asistente inicia esta orden y habla con ella por la entrada y la salida estándar. Puede mostrar el chiste de la tarjeta, el siguiente y el chiste del día, guardar un chiste, añadir uno tuyo y buscar en los guardados. No puede eliminar un chiste ni cambiar la configuración. docs/assistants.md tiene configuraciones.
        An existing file is replaced only with --force, and only by a complete export. A FIFO or a device is written directly.^Un archivo que ya existe no se reemplaza sin --force, ni por una exportación incompleta. En una FIFO o un dispositivo se escribe directamente.
        Another client has already deleted %s.^Otro programa ya ha eliminado %s.
        Another joke^Otro chiste
        Another joke is on the card now.^Ahora hay otro chiste en la tarjeta.
        Another program has changed the joke. Copy your text and begin again.^Otro programa ha modificado el chiste. Copia tu texto y empieza de nuevo.
        Apertium has no pair of languages, such as 'en' and '%1$s'%2$s^Apertium no tiene ningún par de idiomas, como «en» y «%1$s»%2$s
        Apertium is not installed, which would translate 'en' into '%1$s' if translation.engines names it; without it or a server, only jokes with a translation of their own are translated%2$s^no está instalado Apertium, que traduciría de «en» a «%1$s» si translation.engines lo nombra; sin él o un servidor, solo se traducen los chistes que traen su propia traducción%2$s
        Arguments:^Argumentos:
        Back to the card^Volver a la tarjeta
        Browse the jokes of a source page by page^Recorre los chistes de una fuente página a página
        By category^Por categoría
        By date^Por fecha
        By source^Por fuente
        By text^Por texto
        Call a method of the protocol^Llama a un método del protocolo
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
        Choose which text to show^Elige qué texto se muestra
        Commands:^Órdenes:
        Connecting to jokesd…^Conectando con jokesd…
        Copied %1$s to %2$s.^Copia de %1$s en %2$s.
        Copied a picture of the joke.^Imagen del chiste copiada.
        Copied the joke to the clipboard.^Chiste copiado al portapapeles.
        Copied the joke.^Chiste copiado.^%s chistes copiados.
        Copied to the buffer of tmux, and to the clipboard if the terminal can.^Copiado al búfer de tmux, y al portapapeles si la terminal puede.
        Copy^Copiar
        Copy a picture of the joke^Copiar el chiste como imagen
        Copy as a picture^Copiar como imagen
        Copy as text^Copiar como texto
        Copy the database of jokesd to a file^Copia la base de datos de jokesd en un archivo
        Copy the joke^Copiar el chiste
        Copy the selected jokes^Copiar los chistes seleccionados
        Credit^Créditos
        Delete^Eliminar
        Delete saved jokes^Elimina chistes guardados
        Delete the selected jokes^Eliminar los chistes seleccionados
        Delete what jokesd has learned^Borra lo que jokesd ha aprendido
        Deleted "%s"; undo restores it.^Eliminado «%s»; undo lo restaura.
        Deleted %s joke^%s chiste eliminado^%s chistes eliminados
        Deleted %s joke; `jokectl undo` restores it.^%s chiste eliminado; `jokectl undo` lo restaura.^%s chistes eliminados; `jokectl undo` los restaura.
        Deleted %s; u undoes it.^Eliminado %s; u lo deshace.
        Deleted what jokesd had learned.^Se ha borrado lo que jokesd había aprendido.
        Details^Detalles
        Details of the joke^Detalles del chiste
        Disable a source^Desactiva una fuente
        Dislike^No me gusta
        Dislike (−)^No me gusta (−)
        Dislike the selected jokes^Marcar los chistes seleccionados como «No me gusta»
        Dislike this joke and show the next one^Rechaza este chiste y muestra el siguiente
        Disliked %s; u undoes it.^Rechazado %s; u lo deshace.
        Disliked.^No me gusta.
        Disliked: %s^Rechazado: %s
        Down^Abajo
        Drag the card^Arrastrar la tarjeta
        Drag the card with the mouse, or with the left and right keys or h and l, then press Enter to release it. Press + to like the joke, - to dislike it, s to list the saved jokes, / to search them, f to browse the jokes of a source, a to add a joke and e to edit a saved one in your editor ($VISUAL or $EDITOR), ? to list all keys and q to quit.^Arrastra la tarjeta con el ratón, o con las flechas izquierda y derecha o h y l, y pulsa Intro para soltarla. Pulsa + para guardar el chiste, - para rechazarlo, s para ver los chistes guardados, / para buscar en ellos, f para ver los chistes de una fuente, a para añadir un chiste y e para editar uno guardado en tu editor ($VISUAL o $EDITOR), ? para ver todas las teclas y q para salir.
        Each description and each result tells the assistant that jokes are text from strangers, not instructions.^Cada descripción y cada resultado dicen al asistente que los chistes son texto de desconocidos, y no instrucciones.
        Each line is a JSON object. jokectl runs until its output is closed. If jokesd cannot be reached, it prints one line with "online":false and "state":null, and tries again after 0.1 to 5 seconds. If jokesd was stopped, it waits until another command starts it.^Cada línea es un objeto de JSON. jokectl sigue hasta que se cierra su salida. Si no se puede conectar con jokesd, muestra una línea con "online":false y "state":null, y lo intenta otra vez pasados de 0.1 a 5 segundos. Si jokesd se detuvo, espera hasta que otra orden lo inicie.
        Each machine writes files of its own into the folder, and reads those of the others. What travels is the library: saved, deleted and disliked jokes, edits and jokes of your own. The newest decision about a joke counts. It is newer than all that its machine knew, even if the clock is wrong. If the folder is emptied or missing, nothing is deleted.^Cada equipo escribe sus propios archivos en la carpeta, y lee los de los demás. Lo que viaja es la biblioteca: los chistes guardados, eliminados y rechazados, las ediciones y tus propios chistes. Sobre cada chiste vale la decisión más reciente. Es más reciente que todo lo que su equipo conocía, aunque el reloj esté mal. Si la carpeta se vacía o falta, no se elimina nada.
        Edit a saved joke^Edita un chiste guardado
        Edit the joke^Editar el chiste
        Edit the selected joke^Editar el chiste seleccionado
        Edited: %s^Editado: %s
        Enable a source^Activa una fuente
        Enable or disable a source as the configuration says^Activa o desactiva una fuente según la configuración
        Enter^Intro
        Enter done^Intro aceptar
        Enter read^Intro leer
        Enter release^Intro soltar
        Enter search^Intro buscar
        Environment variables that jokectl reads:^Variables de entorno que lee jokectl:
        Error: %s^Error: %s
        Esc all^Esc todos
        Esc back^Esc volver
        Esc put back^Esc devolver
        Every joke and decision is kept. The next command of jokectl starts jokesd again; status bars wait for that.^Se conservan todos los chistes y decisiones. La siguiente orden de jokectl vuelve a iniciar jokesd; las barras de estado esperan hasta entonces.
        Examples:^Ejemplos:
        Exchange changes with the folder^Intercambia cambios con la carpeta
        Exit codes of jokectl:^Códigos de salida de jokectl:
        Exit status: %s.^Código de salida: %s.
        Exit status: 0 on success; `jokectl help exit-codes` lists the others.^Código de salida: 0 si todo va bien; `jokectl help exit-codes` muestra los demás.
        Explain the templates of --format^Explica las plantillas de --format
        Export the library to a file^Exporta la biblioteca a un archivo
        Feeds^Canales
        Feeds: %s. Type feed and a name.^Canales: %s. Escribe feed y un nombre.
        Fetching jokes^Obteniendo chistes
        Fetching the translation…^Obteniendo la traducción…
        Fetching.^Obteniendo chistes.
        Filters:^Filtros:
        Find problems and suggest fixes^Busca problemas y propón soluciones
        For each other machine, it shows how many records were read and when the last one came, and what could not be read. The files of a machine begin with its id. In a pipe, each line of a machine has its id, name, records, time, damaged records, and what is wrong with its files (`newer`, `unreadable`, `missing`), separated by tabs.^De cada uno de los demás equipos muestra cuántos registros se han leído, cuándo llegó el último y lo que no se ha podido leer. Los archivos de un equipo empiezan por su id. En una tubería, cada línea de un equipo tiene su id, nombre, registros, hora, registros dañados y lo que les pasa a sus archivos (`newer`, `unreadable`, `missing`), separados por tabuladores.
        For each source and each category, it shows how likely you are to like a joke, and the share of the next jokes. jokesd learns from `like` and `dislike`; `"taste": false` in the configuration turns it off.^De cada fuente y cada categoría muestra la probabilidad de que te guste un chiste y la proporción de los próximos chistes. jokesd aprende de `like` y `dislike`; `"taste": false` en la configuración lo desactiva.
        Friday^viernes
        Give a number of the list; saved lists the jokes.^Da un número de la lista; saved muestra los chistes.
        Go to the beginning or the end of a long joke^Ir al principio o al final de un chiste largo
        HOME is not set; set it to your home directory^HOME no está definida; ponle la ruta de tu directorio personal
        HOME is not set; set it, because the last notification is recorded there^HOME no está definida; defínela, porque allí se anota la última notificación
        How likely you are to like a joke, and the share of the next jokes.^La probabilidad de que un chiste guste y la proporción de los próximos chistes.
        Id^Id.
        If an id is unknown or ambiguous, nothing is deleted. `jokectl undo` undoes the deletion. For 30 days, `jokectl saved restore` restores single jokes.^Si un id es desconocido o ambiguo, no se elimina nada. `jokectl undo` deshace la eliminación. Durante 30 días, `jokectl saved restore` restaura chistes sueltos.
        If the configuration has an error, jokesd reports it and keeps the configuration that it has. `systemctl --user reload jokesd` does the same.^Si la configuración tiene un error, jokesd lo comunica y sigue con la que tiene. `systemctl --user reload jokesd` hace lo mismo.
        If translations are shown, jokectl shares the translation and names the translator.^Si se muestran traducciones, jokectl comparte la traducción y nombra a quien la hizo.
        Import jokes into the library^Importa chistes en la biblioteca
        In a pipe, each finding is a line with five fields, separated by tabs: the subject, the kind, `wrong` or `note`, the message and a command.^En una tubería, cada resultado es una línea con cinco campos, separados por tabuladores: el asunto, la clase, `wrong` (problema) o `note` (nota), el mensaje y una orden.
        In a pipe, each joke is a line with id, decision (saved, disliked, deleted or nothing), source and text, separated by tabs.^En una tubería, cada chiste es una línea con id, decisión (saved, disliked, deleted o nada), fuente y texto, separados por tabuladores.
        In a pipe, each joke is a line with id, source and text, separated by tabs.^En una tubería, cada chiste es una línea con id, fuente y texto, separados por tabuladores.
        In a pipe, each line has kind, name, likes, dislikes, chance of a like and share, separated by tabs.^En una tubería, cada línea tiene clase, nombre, «Me gusta», «No me gusta», probabilidad de que te guste y proporción, separados por tabuladores.
        In a pipe, each line has the name and the number, separated by a tab.^En una tubería, cada línea tiene el nombre y el número, separados por un tabulador.
        In a pipe, each line is a key and when its value takes effect: now, restart, or overridden (by `jokectl sources enable` or `disable`). A pack with new jokes or a problem has a line with its name, the word pack, the number of new jokes and the problem.^En una tubería, cada línea es una clave y cuándo surte efecto su valor: now (ya), restart (al reiniciar) u overridden (anulado por `jokectl sources enable` o `disable`). Un paquete con chistes nuevos o con un problema tiene una línea con su nombre, la palabra pack, el número de chistes nuevos y el problema.
        In a pipe, each line is a path.^En una tubería, cada línea es una ruta.
        In a pipe, each source is a line, separated by tabs: name, type, state, requests today and their limit, numbers of new, seen and filtered jokes, the error, and whether you turned it on or off against the configuration, and of the jokes in its files the number of those that were not shown yet and of all. With --explain, a line for each reason follows: name, `kept out`, reason and number.^En una tubería, cada fuente es una línea, separada por tabuladores: nombre, tipo, estado, peticiones de hoy y su límite, números de chistes nuevos, vistos y filtrados, el error, y si la activaste o desactivaste en contra de la configuración, y, de los chistes de sus archivos, el número de los que aún no se han mostrado y el total. Con --explain sigue una línea por cada motivo: nombre, `kept out`, motivo y número.
        In jsonl, the default, each line is a joke with its decisions, deletions included. `jokectl saved import` imports it on this machine or another one.^En jsonl, el formato habitual, cada línea es un chiste con sus decisiones, incluidas las eliminaciones. `jokectl saved import` lo importa en este equipo o en otro.
        In markdown and fortune, the file has the saved jokes. For fortune(6), jokectl also writes the index FILE.dat.^En markdown y fortune, el archivo tiene los chistes guardados. Para fortune(6), jokectl escribe también el índice FILE.dat.
        In the middle.^En el centro.
        Instead of ids, give --matching or another option that selects jokes: at most 1000 are deleted at once. If there are more, delete them in parts: `jokectl saved list -n 1000 --source web | cut -f1 | xargs jokectl saved delete --`.^En vez de id puedes dar --matching u otra opción que elija chistes: se eliminan como mucho 1000 a la vez. Si hay más, elimínalos por partes: `jokectl saved list -n 1000 --source web | cut -f1 | xargs jokectl saved delete --`.
        It checks the socket, the versions, the units, the files and their permissions, the database and its backups, the configuration, the sources, the translation, the notifications and the clock. It changes nothing.^Revisa el socket, las versiones, las unidades, los archivos y sus permisos, la base de datos y sus copias, la configuración, las fuentes, la traducción, las notificaciones y el reloj. No cambia nada.
        It has no categories.^No tiene categorías.
        It is one that was never shown, or else the one shown longest ago: so all saved jokes come before one comes twice. The current joke stays; `jokectl next --source saved` replaces it. With `sources.saved.weight` in the configuration, saved jokes also come among the others.^Es uno que nunca se ha mostrado o, si no queda ninguno, el que se mostró hace más tiempo: así salen todos los chistes guardados antes de que se repita uno. El chiste actual sigue en su sitio; `jokectl next --source saved` lo reemplaza. Con `sources.saved.weight` en la configuración, los guardados salen también entre los demás.
        It is saved, but does not come by itself: %s^Está guardado, pero no saldrá solo: %s
        It shows the version, the files, the queue, the sources and the last error. In a pipe, each line is a name and a value, separated by a tab; the line of a source has the name of the source between them.^Muestra la versión, los archivos, la cola, las fuentes y el último error. En una tubería, cada línea es un nombre y un valor, separados por un tabulador; en la de una fuente, su nombre va entre los dos.
        It takes effect at once and stays after a restart. It overrides the configuration until `jokectl sources reset NAME`.^Surte efecto enseguida y sigue así después de reiniciar. Prevalece sobre la configuración hasta `jokectl sources reset NAME`.
        It takes effect at once and stays after a restart. It overrides the configuration until `jokectl sources reset NAME`. The jokes of the source are removed from the queue.^Surte efecto enseguida y sigue así después de reiniciar. Prevalece sobre la configuración hasta `jokectl sources reset NAME`. Los chistes de la fuente se quitan de la cola.
        It undoes `jokectl sources enable` and `disable`: the configuration says again whether the source is on. `jokectl sources` marks the sources that are not as configured.^Deshace `jokectl sources enable` y `disable`: vuelve a ser la configuración la que dice si la fuente está activada. `jokectl sources` señala las fuentes que no están como dice la configuración.
        It writes what this library has and no file in the folder, and imports what the files have and this library has not. Use it for a folder whose changes the kernel does not report, such as one on a network file system.^Escribe lo que tiene esta biblioteca y no está en la carpeta, e importa lo que está en los archivos y no tiene esta biblioteca. Úsala con una carpeta cuyos cambios no comunica el kernel, como una en un sistema de archivos de red.
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
        Let jokesd-fetch run your own programs^Permite que jokesd-fetch ejecute tus programas
        Let the card go^Soltar la tarjeta
        Like^Me gusta
        Like (+)^Me gusta (+)
        Like the selected jokes^Marcar los chistes seleccionados como «Me gusta»
        Liked.^Me gusta.
        List a feed first; feed names them.^Muestra antes un canal; feed los nombra.
        List all commands and the options of every command^Muestra todas las órdenes y las opciones de todas ellas
        List the categories of jokes^Muestra las categorías de los chistes
        List the environment variables^Muestra las variables de entorno
        List the exit codes of jokectl^Muestra los códigos de salida de jokectl
        List the jokes that were on the card^Muestra los chistes que han estado en la tarjeta
        List the methods of the protocol, or describe one^Muestra los métodos del protocolo, o describe uno
        List the next jokes^Muestra los próximos chistes
        List the saved jokes^Muestra los chistes guardados
        List the sources and their state^Muestra las fuentes y su estado
        List these topics^Muestra estos temas
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
        No other machine has written to the folder yet.^Ningún otro equipo ha escrito aún en la carpeta.
        No program opens the link: %s.^Ningún programa abre el enlace: %s.
        No saved joke matches “%s”.^Ningún chiste guardado coincide con «%s».
        No source names a file in a home directory, so jokesd-fetch can read none there.^Ninguna fuente usa un archivo de un directorio personal, así que jokesd-fetch no puede leer ninguno de ahí.
        No source that is on has pages.^Ninguna fuente activa tiene páginas.
        No source that is on has pages; `jokectl sources` lists them.^Ninguna fuente activa tiene páginas; `jokectl sources` las muestra.
        No translation: %s^Sin traducción: %s
        Nothing is learned yet. jokesd learns from likes and dislikes.^Aún no hay nada aprendido. jokesd aprende de cada «Me gusta» y «No me gusta».
        Nothing is learned yet; jokesd learns from `jokectl like` and `jokectl dislike`.^Aún no hay nada aprendido; jokesd aprende de `jokectl like` y `jokectl dislike`.
        Nothing is wrong.^No hay ningún problema.
        Nothing to exchange.^No hay nada que intercambiar.
        Nothing was imported: a quotation mark of line %s is not closed^No se ha importado nada: en la línea %s faltan unas comillas de cierre
        Nothing was imported: line %1$s is not UTF-8; convert the file, as with `iconv -f %2$s -t UTF-8`, or skip such lines with `--skip-bad`^No se ha importado nada: la línea %1$s no es UTF-8; convierte el archivo, por ejemplo con `iconv -f %2$s -t UTF-8`, o salta esas líneas con `--skip-bad`
        Nothing was imported: line %s does not name the columns of jokes; it needs `value`, or `setup` and `punchline`, and can have `category`, `language`, `source`, `url` and `id`^No se ha importado nada: la línea %s no nombra las columnas de los chistes; necesita `value`, o `setup` y `punchline`, y puede tener `category`, `language`, `source`, `url` e `id`
        Nothing was imported: line %s is too long; correct the line, or skip it with `--skip-bad`^No se ha importado nada: la línea %s es demasiado larga; corrígela, o sáltala con `--skip-bad`
        Nothing was learned yet.^Aún no había nada aprendido.
        Nothing was undone: an import of more than %s lines cannot be undone. The next `jokectl undo` is about the change before.^No se deshizo nada: una importación de más de %s líneas no se puede deshacer. El próximo `jokectl undo` se refiere al cambio anterior.
        Nothing was undone: sync or an import has replaced the joke since.^No se deshizo nada: la sincronización o una importación ha sustituido el chiste desde entonces.
        Nothing was undone: sync or an import has replaced the joke since. The next `jokectl undo` is about the change before.^No se deshizo nada: la sincronización o una importación ha sustituido el chiste desde entonces. El próximo `jokectl undo` se refiere al cambio anterior.
        Offline^Sin conexión
        Offline.^Sin conexión.
        On a terminal, jokectl waits after each page: press Enter or the space bar for the next page, q to stop. In a pipe, it prints all pages; each joke is a line with id, source and text, separated by tabs.^En una terminal, jokectl espera después de cada página: pulsa Intro o la barra espaciadora para ver la siguiente, o q para terminar. En una tubería, muestra todas las páginas; cada chiste es una línea con id, fuente y texto, separados por tabuladores.
        One thing is wrong.^Hay un problema.^Hay %s problemas.
        Online again.^Otra vez con conexión.
        Only saved jokes can be edited; + saves this one.^Solo se editan chistes guardados; + guarda este.
        Open the card full screen^Abre la tarjeta a pantalla completa
        Open the card in a window^Abre la tarjeta en una ventana
        Opened %s.^Abierto: %s.
        Options of every command:^Opciones de todas las órdenes:
        Options:^Opciones:
        Order^Orden
        Original^Original
        Originals are shown.^Se muestran los originales.
        Other files can be imported, too, in UTF-8. Plain text has blank lines between the jokes or, as a file of fortune(6), lines of `%`. In CSV, the first line names the columns: `value`, or `setup` and `punchline`; `category`, `language`, `source`, `url` and `id` are optional. Commas, semicolons or vertical bars separate several categories of a joke. Each line of JSON needs `value`, or `setup` and `punchline`.^También se pueden importar otros archivos, en UTF-8. Un texto tiene líneas en blanco entre los chistes o, como un archivo de fortune(6), líneas de `%`. En CSV, la primera línea nombra las columnas: `value`, o `setup` y `punchline`; `category`, `language`, `source`, `url` e `id` son opcionales. Varias categorías de un chiste se separan con comas, puntos y comas o barras verticales. Cada línea de JSON necesita `value`, o `setup` y `punchline`.
        Packs and fortune files are read again for each page. If a file changes meanwhile, no other joke is repeated or left out. Of a service, jokesd stores each page, so a page that you have seen is shown at once. After an error, continue with --page. With --json, each joke is one line of JSON.^Los paquetes y los archivos de fortune se leen de nuevo para cada página. Si un archivo cambia mientras tanto, ningún otro chiste se repite ni se salta. De un servicio, jokesd guarda cada página, así que una página ya vista se muestra al instante. Después de un error, continúa con --page. Con --json, cada chiste es una línea de JSON.
        Press / to search %s.^Pulsa / para buscar en %s.
        Previous joke^Chiste anterior
        Print a joke, copy it, or open it in a web page^Muestra un chiste, cópialo o ábrelo en una página web
        Print a saved joke again^Vuelve a mostrar un chiste guardado
        Print a shell completion script^Muestra un script que completa órdenes en la terminal
        Print every change as JSON^Muestra cada cambio como JSON
        Print the candidates for the end of a line, for the scripts of `completions`^Muestra los candidatos para el final de una línea, para los scripts de `completions`
        Print the version of jokectl and of its protocol^Muestra la versión de jokectl y la de su protocolo
        Punch line, if it is a part of its own^Remate, si es una parte aparte
        Put the card back^Devolver la tarjeta a su sitio
        Quit^Salir
        Read^Leer
        Read the configuration again^Vuelve a leer la configuración
        Reading the jokes…^Leyendo los chistes…
        Reading the saved jokes…^Leyendo los chistes guardados…
        Reading the sources…^Leyendo las fuentes…
        Reading the taste…^Leyendo los gustos…
        Removed: %s.^Quitadas: %s.
        Repeated, it goes back through the last 100 jokes; `jokectl next` then goes forward through them. A disliked joke is shown, too: `jokectl like` saves it. `jokectl back` does the same, and `jokectl history` lists the jokes.^Si la repites, retrocede por los últimos 100 chistes; `jokectl next` avanza después por ellos. También se muestran los rechazados: `jokectl like` los guarda. `jokectl back` hace lo mismo, y `jokectl history` muestra la lista.
        Restore deleted or disliked jokes^Restaura chistes eliminados o rechazados
        Restore the deleted jokes^Restaurar los chistes eliminados
        Restored %s joke.^%s chiste restaurado.^%s chistes restaurados.
        Restored the joke.^Chiste restaurado.
        Restored: %s^Restaurado: %s
        Reverse the order^Invertir el orden
        Run it again after a change of the configuration: it replaces what it wrote, and removes the file if no exception is needed. Other files that a program needs are named in a drop-in of your own (systemd.md).^Repítela después de cambiar la configuración: reemplaza lo que escribió, y borra el archivo si no hace falta ninguna excepción. Si un programa necesita otros archivos, nómbralos en un archivo adicional (drop-in) tuyo (systemd.md).
        Saturday^sábado
        Save^Guardar
        Save (Ctrl-Enter)^Guardar (Ctrl-Intro)
        Save the script where your shell finds it: ~/.local/share/bash-completion/completions/jokectl for bash, _jokectl in a directory of $fpath for zsh, ~/.config/fish/completions/jokectl.fish for fish.^Guarda el script donde lo busca tu intérprete de órdenes: ~/.local/share/bash-completion/completions/jokectl con bash, _jokectl en un directorio de $fpath con zsh, ~/.config/fish/completions/jokectl.fish con fish.
        Save this joke and show the next one^Guarda este chiste y muestra el siguiente
        Saved %s^Guardados: %s
        Saved %s; u undoes it.^Guardado %s; u lo deshace.
        Saved joke^Chiste guardado
        Saved jokes^Chistes guardados
        Saved jokes (S)^Chistes guardados (S)
        Saved: %s^Guardado: %s
        Scroll a long joke^Desplazar un chiste largo
        Search saved jokes^Busca en los chistes guardados
        Search the saved jokes^Buscar en los chistes guardados
        Search the source^Buscar en la fuente
        Sent to the terminal, which may copy it to the clipboard.^Enviado a la terminal, que quizá lo copie al portapapeles.
        Serve an assistant (Model Context Protocol)^Atiende a un asistente (Model Context Protocol)
        Share^Compartir
        Show a saved joke^Muestra un chiste guardado
        Show as a grid^Mostrar como cuadrícula
        Show help for a command^Muestra la ayuda de una orden
        Show the current joke^Muestra el chiste actual
        Show the joke before this one again^Vuelve a mostrar el chiste anterior
        Show the joke of the day^Muestra el chiste del día
        Show the joke of the day as a desktop notification^Muestra el chiste del día como notificación
        Show the jokes of a source^Mostrar los chistes de una fuente
        Show the next joke without liking or disliking this one^Muestra el chiste siguiente sin decidir sobre este
        Show the punch line of the current joke^Muestra el remate del chiste actual
        Show the saved jokes^Mostrar los chistes guardados
        Show the state of jokesd^Muestra el estado de jokesd
        Show the translation, or the joke itself^Mostrar la traducción, o el chiste original
        Show what jokesd has learned^Muestra lo que jokesd ha aprendido
        Show which machines sync the library^Muestra qué equipos sincronizan la biblioteca
        Skipped: %s invalid line.^Omitida: %s línea no válida.^Omitidas: %s líneas no válidas.
        Small window^Ventana pequeña
        Source^Fuente
        Source %s^Fuente %s
        Sources^Fuentes
        Space^Espacio
        Space or a click tells the rest^Espacio o un clic para leer el resto
        Space tell^Espacio contar
        Space tells the rest^Espacio: el resto
        Stop jokesd^Detener jokesd
        Stop syncing the library^Deja de sincronizar la biblioteca
        Sunday^domingo
        Sync is off. The files in %s stay.^La sincronización está desactivada. Los archivos de %s se quedan.
        Sync is off. `jokectl sync on FOLDER` turns it on.^La sincronización está desactivada. `jokectl sync on FOLDER` la activa.
        Sync the library with other machines through a folder^Sincroniza la biblioteca por medio de una carpeta
        Sync was off already.^La sincronización ya estaba desactivada.
        Taste^Gustos
        Tell me^Cuéntamelo
        Tell the punch line^Mostrar el remate
        Templates of --format^Plantillas de --format
        The card is back in the middle.^La tarjeta está otra vez en el centro.
        The card is gray.^La tarjeta está gris.
        The card is green.^La tarjeta está verde.
        The card is red.^La tarjeta está roja.
        The card of jokesd, which keeps a queue of jokes for all programs of the desktop.^La tarjeta de jokesd, que mantiene una cola de chistes para todos los programas del escritorio.
        The choice applies to all clients and stays after a restart. If the joke has no translation yet, jokectl waits for it, at most until --timeout expires. If it arrives later, clients show it then. A translation by somebody else is shown with its translator, whether that is a machine, and a link.^La elección vale para todos los programas y sigue después de reiniciar. Si el chiste aún no tiene traducción, jokectl la espera, como mucho el tiempo de --timeout. Si llega más tarde, los programas la muestran entonces. Una traducción ajena se muestra con quien la hizo, si fue una máquina, y un enlace.
        The configuration has not changed.^La configuración no ha cambiado.
        The copy is consistent even if jokesd is in use. It is an SQLite database, and only you can read it.^La copia es coherente aunque jokesd esté trabajando. Es una base de datos de SQLite, y solo tú puedes leerla.
        The current joke stays. `jokectl like daily` saves the joke of the day.^El chiste actual sigue en su sitio. `jokectl like daily` guarda el chiste del día.
        The description comes from the running jokesd. With --json, it is the OpenRPC document, or its part about the method.^La descripción viene del jokesd en marcha, en inglés. Con --json, es el documento de OpenRPC, o su parte sobre el método.
        The folder is created if it does not exist. systemd starts sync after a decision and after a change in the folder. Without it, jokesd starts sync after decisions; run `jokectl sync now` to read what came. docs/sync.md has the details, and what can go wrong.^La carpeta se crea si no existe. systemd inicia la sincronización después de cada decisión y de cada cambio en la carpeta. Sin systemd, jokesd la inicia después de las decisiones; ejecuta `jokectl sync now` para leer lo que ha llegado. docs/sync.md tiene los detalles, y lo que puede fallar.
        The joke comes from the queue. With --wait, jokectl fetches a new joke and waits until the fetch succeeds or fails, or until --timeout expires. If it fails, the error is printed, and the joke comes from the queue. With --source, --category or --max-length, no joke is shown then.^El chiste sale de la cola. Con --wait, jokectl pide un chiste nuevo y espera hasta que llega, falla o pasa el tiempo de --timeout. Si falla, muestra el error, y el chiste sale de la cola. Con --source, --category o --max-length no muestra entonces ningún chiste.
        The joke has your text.^El chiste tiene tu texto.
        The joke is as it was.^El chiste está como estaba.
        The joke is disliked; u undoes it.^Chiste rechazado; u lo deshace.^%s chistes rechazados; u lo deshace.
        The joke is saved in a source of your own, `mine`, and comes as other jokes do. `jokectl undo` takes it back. To add a file of jokes, use `jokectl saved import`; those whose source is `mine` are your own.^El chiste se guarda en una fuente propia, `mine`, y sale como los demás. `jokectl undo` lo retira. Para añadir un archivo de chistes, usa `jokectl saved import`; son tuyos los que tienen la fuente `mine`.
        The joke is saved; u undoes it.^Chiste guardado; u lo deshace.^%s chistes guardados; u lo deshace.
        The joke of the day comes at %1$s, %2$s.^Hora del chiste del día: %1$s, %2$s.
        The joke of the day no longer comes by itself.^El chiste del día ya no llega solo.
        The joke was added before.^El chiste ya se había añadido.
        The joke was disliked before.^El chiste ya estaba rechazado.^%s chistes ya estaban rechazados.
        The joke was saved before.^El chiste ya estaba guardado.^%s chistes ya estaban guardados.
        The jokes cannot be read.^No se pueden leer los chistes.
        The last 20 decisions, deletions, restorations, additions, edits, imports and resets of the taste can be undone, whichever client made them. Jokes that were added or imported go to the trash. An import of more than 500 lines stays, and so does a decision about a text that sync has changed since.^Se pueden deshacer las últimas 20 decisiones, eliminaciones, restauraciones, altas, ediciones, importaciones y borrados de los gustos, las haya hecho el programa que sea. Los chistes añadidos o importados van a la papelera. Una importación de más de 500 líneas se queda, y también la decisión sobre un texto que la sincronización ha cambiado desde entonces.
        The last attempt to fetch a joke failed^El último intento de obtener un chiste falló
        The last pages have no joke.^Las últimas páginas no tienen chistes.
        The library is synced with %s.^La biblioteca se sincroniza con %s.
        The library stays, and so do the files in the folder. You may delete them if no other machine needs them.^La biblioteca se queda, y los archivos de la carpeta también. Puedes eliminarlos si ningún otro equipo los necesita.
        The manual page jokectl(1) has everything: `man jokectl`.^La página de manual jokectl(1) lo tiene todo, en inglés: `man jokectl`.
        The newest change is a decision by %s.^El último cambio es una decisión de %s.
        The newest change is a deletion by %s.^El último cambio es una eliminación de %s.
        The newest change is a dislike by %s.^El último cambio es un «No me gusta» de %s.
        The newest change is a like by %s.^El último cambio es un «Me gusta» de %s.
        The newest change is a restoration by %s.^El último cambio es una restauración de %s.
        The newest change is an added joke by %s.^El último cambio es un chiste añadido por %s.
        The newest change is an edit by %s.^El último cambio es una edición de %s.
        The newest change is an undo by %s.^El último cambio es algo que ha deshecho %s.
        The newest one comes first. On a terminal, the first column is the unique beginning of a joke's id, for `saved show` and `saved delete`. In a pipe, each joke is a line with id, date, source and text, separated by tabs.^El más reciente va primero. En una terminal, la primera columna es el principio único del id de un chiste, para `saved show` y `saved delete`. En una tubería, cada chiste es una línea con id, fecha, fuente y texto, separados por tabuladores.
        The picture cannot be drawn; install librsvg2-common (Debian).^No se puede dibujar la imagen; instala librsvg2-common (Debian).
        The queue is empty; `jokectl status` says how the sources do.^La cola está vacía; `jokectl status` dice cómo están las fuentes.
        The saved jokes cannot be read.^No se pueden leer los chistes guardados.
        The saved jokes stay. `jokectl undo` takes it back. What other machines have learned (`jokectl help sync on`) stays, too; delete it there.^Los chistes guardados se quedan. `jokectl undo` lo deshace. Lo que han aprendido otros equipos (`jokectl help sync on`) también se queda; bórralo allí.
        The script completes commands, options, ids, categories, sources and methods. It asks jokectl, which asks jokesd. It does not start jokesd, and prints no errors.^El script completa órdenes, opciones, id, categorías, fuentes y métodos. Pregunta a jokectl, que pregunta a jokesd. No inicia jokesd, y no muestra errores.
        The source %s is disabled.^La fuente %s está desactivada.
        The source %s is enabled.^La fuente %s está activada.
        The source %s is off, as the configuration says.^La fuente %s está desactivada, como dice la configuración.
        The source %s is on, as the configuration says.^La fuente %s está activada, como dice la configuración.
        The source %s was already disabled.^La fuente %s ya estaba desactivada.
        The source %s was already enabled.^La fuente %s ya estaba activada.
        The target “%s” is not a link to a web page or a mail. Correct it in `shareTargets`.^El destino «%s» no es un enlace a una página web ni a un correo. Se corrige en `shareTargets`.
        The translation has not arrived yet. Press Translate again later.^La traducción aún no ha llegado. Pulsa Traducir más tarde.
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
        These are the categories of the enabled packs, with the number of their jokes, and of the jokes that you liked or disliked. `jokectl next --category` and the filters of the saved jokes take their names.^Son las categorías de los paquetes activados, con el número de sus chistes, y las de los chistes que guardaste o rechazaste. `jokectl next --category` y los filtros de los chistes guardados admiten sus nombres.
        These are the last 100, the newest first, with what was decided about them. `jokectl previous` shows them again.^Son los últimos 100, primero los más recientes, con lo que se decidió sobre ellos. `jokectl previous` los vuelve a mostrar.
        This is joke %1$s of %2$s; press End again to go on.^Este es el chiste %1$s de %2$s; pulsa Fin otra vez para seguir.
        This joke is already in your language.^Este chiste ya está en tu idioma.
        Thursday^jueves
        To restore it: run `systemctl --user stop jokesd.socket jokesd.service`, copy it over jokesd.sqlite in the data directory that `jokectl status` shows, remove jokesd.sqlite-wal there if it exists, and run `systemctl --user start jokesd.socket`.^Para restaurarla: ejecuta `systemctl --user stop jokesd.socket jokesd.service`, cópiala sobre jokesd.sqlite en el directorio de datos que muestra `jokectl status`, borra jokesd.sqlite-wal de ahí si existe, y ejecuta `systemctl --user start jokesd.socket`.
        Topics of `jokectl help`:^Temas de `jokectl help`:
        Translate^Traducir
        Translated by %s^Traducido por %s
        Translation^Traducción
        Translation (T)^Traducción (T)
        Translations are not shown.^No se muestran las traducciones.
        Translations are shown, but this joke has none.^Se muestran las traducciones, pero este chiste no tiene ninguna.
        Translations are shown.^Se muestran las traducciones.
        Try again^Reintentar
        Tuesday^martes
        Type more for more jokes.^Escribe more para ver más chistes.
        Type the joke after add.^Escribe el chiste después de add.
        Type undo again to undo it, too.^Escribe undo otra vez para deshacerlo también.
        Unchanged: %s^Sin cambios: %s
        Under systemd, jokesd-fetch and its programs cannot read your home directory. This command makes an exception for the files there that the sources in the configuration name: the program of a command, and each argument that is the absolute path of a file or a directory. It writes them to `jokesd-fetch@.service.d/allow.conf` in `~/.config/systemd/user`. They can only be read.^Con systemd, jokesd-fetch y sus programas no pueden leer tu directorio personal. Esta orden hace una excepción para los archivos de ahí que nombran las fuentes de la configuración: el programa de una orden, y cada argumento que es la ruta absoluta de un archivo o un directorio. Los escribe en `jokesd-fetch@.service.d/allow.conf`, en `~/.config/systemd/user`. Solo se pueden leer.
        Undo^Deshacer
        Undo (U)^Deshacer (U)
        Undo again to undo it, too.^Deshaz otra vez para deshacerlo también.
        Undo the deletion^Deshacer la eliminación
        Undo the last decision, deletion, addition or import^Deshacer la última decisión, eliminación, alta o importación
        Undone: %1$s, %2$s joke.^Deshecho: %1$s, %2$s chiste.^Deshecho: %1$s, %2$s chistes.
        Undone: %s decisions.^Deshecho: %s decisiones.
        Undone: the addition of %s joke.^Deshecho: %s chiste añadido.^Deshecho: %s chistes añadidos.
        Undone: the addition of “%s”.^Deshecho: el alta de «%s».
        Undone: the deletion of %s joke.^Deshecho: %s chiste eliminado.^Deshecho: %s chistes eliminados.
        Undone: the deletion of what jokesd has learned.^Deshecho: el borrado de lo que jokesd ha aprendido.
        Undone: the deletion of “%s”.^Deshecho: la eliminación de «%s».
        Undone: the deletion.^Deshecho: la eliminación.
        Undone: the dislike of “%s”.^Deshecho: el «No me gusta» de «%s».
        Undone: the dislike.^Deshecho: el «No me gusta».
        Undone: the edit of “%s”.^Deshecho: la edición de «%s».
        Undone: the edit.^Deshecho: la edición.
        Undone: the import of %s joke.^Deshecho: %s chiste importado.^Deshecho: %s chistes importados.
        Undone: the joke was %s.^Deshecho: último cambio del chiste: %s.
        Undone: the joke was added.^Deshecho: el chiste se había añadido.
        Undone: the joke was disliked.^Deshecho: el chiste se había marcado como «No me gusta».
        Undone: the joke was edited.^Deshecho: el chiste se había editado.
        Undone: the joke was liked.^Deshecho: el chiste se había marcado como «Me gusta».
        Undone: the joke was restored.^Deshecho: el chiste se había restaurado.
        Undone: the jokes were imported.^Deshecho: los chistes se habían importado.
        Undone: the like of “%s”.^Deshecho: el «Me gusta» de «%s».
        Undone: the like.^Deshecho: el «Me gusta».
        Undone: the restoration of %s joke.^Deshecho: %s chiste restaurado.^Deshecho: %s chistes restaurados.
        Undone: the restoration of “%s”.^Deshecho: la restauración de «%s».
        Undone: what jokesd has learned was deleted.^Deshecho: se había borrado lo que jokesd ha aprendido.
        Unknown command '%s'; help lists the commands.^Orden desconocida: «%s»; help muestra las órdenes.
        Usage: %s^Uso: %s
        Wednesday^miércoles
        Window^Ventana
        With --at or --on, it shows nothing now. It writes the time to a drop-in of jokesd-notify.timer, and enables that timer of systemd. The other half of an earlier time stays; at first it is 9:00, every day. If no desktop is there then, the timer tries again each hour. A run that was missed while the machine was off shows nothing before the time or on another day (systemd 252 or later).^Con --at u --on no muestra nada ahora. Escribe la hora en un archivo adicional (drop-in) de jokesd-notify.timer, y activa ese temporizador de systemd. La otra mitad de una hora anterior se queda; al principio son las 9:00, todos los días. Si a esa hora no hay escritorio, el temporizador lo intenta otra vez cada hora. Una ejecución perdida mientras la máquina estaba apagada no muestra nada antes de la hora ni en otro día (systemd 252 o posterior).
        With --for, each line has the format of that bar, and the text of the joke is escaped for it. A line is printed only if it differs from the last one, but tmux gets the first one twice. docs/bars.md has a configuration for each bar.^Con --for, cada línea tiene el formato de esa barra, con los caracteres especiales del chiste escapados. Solo se muestra una línea si es distinta de la anterior, pero tmux recibe la primera dos veces. docs/bars.md tiene una configuración para cada barra.
        With --for, it prints a line even if jokesd cannot be reached. For a bar that reads one line after another, use `jokectl follow --for` instead.^Con --for, muestra una línea aunque no se pueda conectar con jokesd. Para una barra que lee una línea tras otra, usa `jokectl follow --for`.
        With --json, each joke is one line of JSON. `jokectl ls` does the same.^Con --json, cada chiste es una línea de JSON. `jokectl ls` hace lo mismo.
        With --no-card, the joke is printed only: the current joke and the history stay as they are. It counts as shown, and `jokectl like ID` saves it.^Con --no-card, el chiste solo se muestra: el chiste actual y el historial quedan como están. Cuenta como visto, y `jokectl like ID` lo guarda.
        With --page or --scroll, a joke that is wider than --width is shown in parts: as many sentences as fit, or as many words, and the number of the part, such as 2/3.^Con --page o --scroll, un chiste más ancho que --width se muestra por partes, con las frases o las palabras que caben y el número de la parte, como 2/3.
        With --source saved, saved jokes come again, the one shown longest ago first.^Con --source saved vuelven los chistes guardados, primero el que se mostró hace más tiempo.
        With `"punchline": "held"` in the configuration, a joke in two parts is shown without its punch line, which the button Tell me adds. A joke of more than six lines is shown so, too.^Con `"punchline": "held"` en la configuración, un chiste de dos partes se muestra sin el remate, que añade el botón «Cuéntamelo». Un chiste de más de seis líneas se muestra de la misma forma.
        With `"punchline": "held"` in the configuration, cards, bars and notifications first show only the setup of a joke. This command shows the whole joke in all of them, and prints it.^Con `"punchline": "held"` en la configuración, las tarjetas, las barras y las notificaciones muestran primero solo el planteamiento de un chiste. Esta orden muestra el chiste entero en todas ellas, y aquí.
        Without options, your editor ($VISUAL or $EDITOR) opens with the text of the joke. If the joke has a setup and a punch line, an empty line stands between them. Options change only what they name: `--punchline` alone leaves the setup as it is.^Sin opciones, se abre tu editor ($VISUAL o $EDITOR) con el texto del chiste. Si el chiste tiene planteamiento y remate, los separa una línea vacía. Las opciones cambian solo lo que nombran: `--punchline` sola deja el planteamiento como está.
        Without the systemd units, nothing watches the folder: `jokectl sync now` reads what came.^Sin las unidades de systemd, nada vigila la carpeta: `jokectl sync now` lee lo que ha llegado.
        Would be skipped: %s invalid line.^Se omitiría %s línea no válida.^Se omitirían %s líneas no válidas.
        You had added the joke before.^Ya habías añadido el chiste.
        Your joke is saved.^Tu chiste está guardado.
        Your saved jokes were damaged^Tus chistes guardados estaban dañados
        Your version is shown everywhere, and stays when the source gives the joke again. `--restore` replaces it by that of the source. `jokectl undo` undoes the last edit, and the restoration, too.^Tu versión se muestra en todas partes, y sigue cuando la fuente vuelve a dar el chiste. `--restore` la reemplaza por la de la fuente. `jokectl undo` deshace la última edición, y también la restauración.
        `%s` lists the commands^`%s` muestra las órdenes
        `%s` lists the options^`%s` muestra las opciones
        `%s` lists the options, and `--` before it makes it an argument^`%s` muestra las opciones, y con `--` delante es un argumento
        `--category %1$s` shows a joke in that category, and `--source %1$s` one of that source^`--category %1$s` muestra un chiste de esa categoría, y `--source %1$s` uno de esa fuente
        `again` requests a new translation of the current joke from a translation engine, and waits for it.^`again` pide otra traducción del chiste actual a un motor de traducción, y la espera.
        `jokectl add` adds a joke of your own^`jokectl add` añade un chiste propio
        `jokectl categories` lists the categories^`jokectl categories` muestra las categorías
        `jokectl describe` lists them^`jokectl describe` los muestra
        `jokectl help COMMAND` explains a command; `jokectl help topics` lists topics.^`jokectl help COMMAND` explica una orden; `jokectl help topics`, otros temas.
        `jokectl next -n %1$s` shows %1$s jokes^`jokectl next -n %1$s` muestra %1$s chistes
        `jokectl reveal` tells the rest^`jokectl reveal` cuenta el resto
        `jokectl saved list` lists the saved jokes. If you name a joke other than the current one, the current one stays.^`jokectl saved list` muestra los chistes guardados. Si nombras un chiste que no es el actual, el actual sigue en su sitio.
        `jokectl sources` does the same.^`jokectl sources` hace lo mismo.
        `jokectl sources` lists the sources^`jokectl sources` muestra las fuentes
        `jokectl status` shows the version of jokesd.^`jokectl status` muestra la versión de jokesd.
        `next` takes no '%s'^`next` no toma '%s'
        `systemctl --user %1$s` failed%2$s^`systemctl --user %1$s` ha fallado%2$s
        a bug in jokesd or jokectl^un error interno de jokesd o jokectl
        a category; repeat it for several^una categoría; repite la opción para dar varias
        a click in a bar: reveal the joke, or like it if it was revealed^un clic en una barra: revela el chiste o, si ya lo estaba, lo guarda
        a command^una orden
        a command, or a topic that `jokectl help topics` lists^una orden, o un tema de los que muestra `jokectl help topics`
        a day such as 2026-11-01, with a time (2026-11-01 10:30), today or yesterday^un día como 2026-11-01, con hora (2026-11-01 10:30), today o yesterday
        a file of jokes; - for standard input^un archivo de chistes; - para la entrada estándar
        a folder that Syncthing, Nextcloud, git or another program carries^una carpeta que lleva Syncthing, Nextcloud, git u otro programa
        a joke has either a text, or --setup and --punchline^un chiste tiene un texto, o bien --setup y --punchline
        a joke has one translation; give --translation once^un chiste tiene una sola traducción; da --translation una vez
        a language's code, such as 'en'^el código de un idioma, como «en»
        a method of Protocol.md^un método de Protocol.md
        a number from %1$s to %2$s^un número de %1$s a %2$s
        a number, %s or more^un número a partir de %s
        a pack, fortune files, or a service with pages^un paquete, archivos de fortune, o un servicio con páginas
        a path^una ruta
        a terminal cannot show a PNG; write it to a file with `jokectl share --as png > joke.png`^una terminal no puede mostrar un PNG; guárdalo en un archivo con `jokectl share --as png > joke.png`
        a text^un texto
        add a joke^añade un chiste
        add a joke in your editor^añadir un chiste en tu editor
        add a joke of two parts^añade un chiste de dos partes
        add it in two languages^añádelo en dos idiomas
        all categories^todas las categorías
        all shown^sin chistes nuevos
        allow the programs that the configuration names^permite los programas que nombra la configuración
        also show each connection and its counters^muestra también cada conexión y sus contadores
        also show why jokes were filtered out, and how many^muestra también por qué se han filtrado chistes, y cuántos
        also take over what the file deletes and dislikes, as for an export of your own^aplica también lo que el fichero borra y rechaza, como en una exportación tuya
        another `jokectl notify` holds %s.lock; end it, and try again^otro `jokectl notify` tiene bloqueado %s.lock; termínalo e inténtalo otra vez
        another client^otro programa
        another joke is on the card now^ahora hay otro chiste en la tarjeta
        another joke is on the card now; run `jokectl show` to see it^ahora hay otro chiste en la tarjeta; `jokectl show` lo muestra
        another run of sync has not ended; try again later^otra sincronización no ha terminado; prueba más tarde
        another user listens at %s; to connect to it anyway, name it with `--socket PATH`^otro usuario escucha en %s; para conectarte de todos modos, indícalo con `--socket PATH`
        answer the requests in a file^responde a las peticiones de un archivo
        apply an edit of config.jsonc^aplica un cambio de config.jsonc
        arrows drag^flechas arrastrar
        arrows h l^flechas h l
        arrows h l drag^flechas h l arrastrar
        at least %s^al menos %s
        before a word that begins with a hyphen^antes de una palabra que empieza por un guion
        bring back a joke that you disliked by mistake^recupera un chiste que rechazaste sin querer
        bring back the joke of its source^recupera el chiste de su fuente
        broken^averiada
        browse the jokes of a source^ver los chistes de una fuente
        browse the jokes that come with jokesd^recorre los chistes que trae jokesd
        browse those in a category^recorre los de una categoría
        busctl sent a reply that jokectl cannot read^busctl ha enviado una respuesta que jokectl no entiende
        by category^por categoría
        by date^por fecha
        by source^por fuente
        by text^por texto
        c copy^c copiar
        cannot read %s^no se puede leer %s
        cannot use the terminal: %s^no se puede usar la terminal: %s
        category^categoría
        category: name the categories of the listed source. category NAME: list the jokes in one.^category: nombra las categorías de la fuente. category NOMBRE: muestra los chistes de una.
        check that jokesd replies^comprueba que jokesd responde
        clock^reloj
        configuration^configuración
        connect to jokesd at this socket^conecta con jokesd en este socket
        connections^conexiones
        copy a picture of it^copia una imagen de él
        copy the current joke^copia el chiste actual
        copy the joke^copia el chiste
        copy the joke to the clipboard^copiar el chiste al portapapeles
        copy to a file in this directory^copia en un archivo de este directorio
        copy to the clipboard, or open a target; `jokectl share --to list` lists them^copia al portapapeles, o abre un destino; `jokectl share --to list` los muestra
        current^actual
        current joke^chiste actual
        cut to N columns, with an ellipsis if something is cut^corta a N columnas, con puntos suspensivos si se corta algo
        d delete^d eliminar
        data^datos
        database^base de datos
        delete all jokes about elephants^elimina todos los chistes sobre elefantes
        delete the joke^eliminar el chiste
        delete the jokes that this search finds^elimina los chistes que encuentra esta búsqueda
        delete two jokes^elimina dos chistes
        deleted^eliminado
        describe its parameters, result and errors^describe sus parámetros, su resultado y sus errores
        desktop^escritorio
        did you mean '%s'?^¿querías decir «%s»?
        dislike the current joke^rechaza el chiste actual
        dislike the joke of the day; the current joke stays^rechaza el chiste del día; el actual sigue en su sitio
        dislike: never show the joke again^no me gusta: no volver a mostrar el chiste
        disliked^rechazado
        do as config.jsonc says about the fortune files^haz lo que dice config.jsonc sobre los archivos de fortune
        do not animate the card, as with REDUCE_MOTION set^no animes la tarjeta, como con REDUCE_MOTION definida
        do not start jokesd if it does not run^no inicies jokesd si no está en marcha
        drag and release the card; far enough decides^arrastrar y soltar la tarjeta; bastante lejos, decide
        drag the card by 10 % of its width; 60 % decides^arrastrar la tarjeta un 10 % de su ancho; el 60 % decide
        drag the card to the right^arrastra la tarjeta a la derecha
        edit the joke in your editor^editar el chiste en tu editor
        edit the joke in your editor, if it is saved^editar el chiste en tu editor, si está guardado
        edit the joke whose id begins with mgdb^edita el chiste cuyo id empieza por mgdb
        edited^editado
        escape as a part of a URL^escapa como parte de una URL
        escape for HTML and XML^escapa para HTML y XML
        escape for Pango markup, as in waybar^escapa para el marcado de Pango, como en waybar
        escape for polybar and lemonbar^escapa para polybar y lemonbar
        escape for the status line of tmux^escapa para la línea de estado de tmux
        every day^todos los días
        exchange only what changed since the last run, as systemd does^intercambia solo lo que ha cambiado desde la última vez, como hace systemd
        export everything^exporta todo
        exported %s line^exportada %s línea^exportadas %s líneas
        exporting^exportando
        f card  q quit^f tarjeta  q salir
        f feed^f canales
        failing^con fallos
        feed (f): name the sources with pages. feed SOURCE WORDS: list jokes of a source, all or those that it finds.^feed (f): nombra las fuentes con páginas. feed FUENTE PALABRAS: muestra chistes de una fuente, todos o los que encuentre.
        feed a custom module of waybar (`exec`)^alimenta un módulo propio de waybar (`exec`)
        fetch a new joke instead of taking one from the queue^obtén un chiste nuevo en vez de tomar uno de la cola
        fetch a new joke, for at most 20 seconds^obtén un chiste nuevo, en 20 segundos como mucho
        fetching^obteniendo chistes
        files^archivos
        files are missing^faltan archivos
        find jokes with bug or bugs, and compile, compiler …^busca chistes con bug o bugs, y compile, compiler …
        find jokes with this phrase^busca chistes con esta frase
        find problems^busca problemas
        flagged^señalado
        folder^carpeta
        format a time as a date^da a una hora el formato de fecha
        format a time to the minute^da a una hora el formato de fecha, hora y minutos
        g grid^g cuadrícula
        give either ids or options that select jokes, not both^da los id o las opciones que eligen chistes, pero no ambos
        give the parameters as JSON^da los parámetros como JSON
        go on to the next joke^pasa al chiste siguiente
        id^id
        if neither empty nor 0, print colors in a pipe, too^si no está vacía ni es 0, usa colores también en una tubería
        if not empty, `swipe` does not animate the card^si no está vacía, `swipe` no anima la tarjeta
        if not empty, print no colors^si no está vacía, no usa colores
        if there is no session bus or no notification server, wait for it, for at most 50 minutes^si no hay bus de sesión o servidor de notificaciones, espera a que lo haya, como mucho 50 minutos
        import all of an export of your own^importa todo lo de una exportación tuya
        import the jokes of a friend^importa los chistes de una amistad
        importing^importando
        install it for bash^instálalo para bash
        install it for zsh, if ~/.zfunc is in $fpath before compinit^instálalo para zsh, si ~/.zfunc está en $fpath antes de compinit
        install it, or set JOKESD_SWIPE to its path^instálalo, o pon su ruta en JOKESD_SWIPE
        install jokesd again^vuelve a instalar jokesd
        install the package jokesd-card, or run `jokectl swipe` in a terminal^instala el paquete jokesd-card, o usa `jokectl swipe` en una terminal
        interrupted^interrumpido
        invalid command, option or value^orden, opción o valor no válidos
        invalid configuration^la configuración no es válida
        invalid or too much data, or an ambiguous id^datos no válidos o demasiados, o un id ambiguo
        it has no unseen joke left, so all but the disliked ones come again; for new ones, add them to its files or enable another source (`jokectl sources enable NAME`)^ya has visto todos sus chistes, así que vuelven todos menos los rechazados; para tener nuevos, añádelos a sus archivos o activa otra fuente (`jokectl sources enable NAME`)
        it has no unseen joke left, so all but the disliked ones come again; for new ones, enable another source (`jokectl sources enable NAME`)^ya has visto todos sus chistes, así que vuelven todos menos los rechazados; para tener nuevos, activa otra fuente (`jokectl sources enable NAME`)
        it is empty^está vacío
        it is not a database^no es una base de datos
        it returned no joke; run its program by hand to see what it prints^no ha dado ningún chiste; ejecuta su programa a mano para ver qué escribe
        it returned no new joke, so its jokes come again; for new ones, enable another source (`jokectl sources enable NAME`)^no ha dado ningún chiste nuevo, así que los suyos vuelven; para tener nuevos, activa otra fuente (`jokectl sources enable NAME`)
        it returned no new joke; for others, enable another source (`jokectl sources enable NAME`)^no ha dado ningún chiste nuevo; para tener otros, activa otra fuente (`jokectl sources enable NAME`)
        its parameters, or one JSON object with all parameters^sus parámetros, o un objeto de JSON con todos ellos
        joke of the day^chiste del día
        jokectl connects to %1$s, but jokesd listens at %2$s^jokectl conecta con %1$s, pero jokesd escucha en %2$s
        jokectl copies to the clipboard of the desktop (with wl-copy or xclip), or otherwise to the buffer of tmux or the clipboard of the terminal, and says which. A target is a web page or a mail that xdg-open opens with the joke filled in; nothing is sent until you send it. `shareTargets` in the configuration adds targets.^jokectl copia al portapapeles del escritorio (con wl-copy o xclip) o, si no puede, al búfer de tmux o al portapapeles de la terminal, y dice a cuál. Un destino es una página web o un correo que xdg-open abre con el chiste ya escrito; no se envía nada hasta que tú lo envías. `shareTargets` en la configuración añade destinos.
        jokectl failed.^jokectl ha fallado.
        jokectl shows the joke once a day, with notify-send. Its buttons like the joke, dislike it, show the next joke and change the language. A button always applies to the joke of its notification, however late you press it. A click on the text (Read) shows the joke again with its buttons, or opens it in jokesd-card, if that is installed.^jokectl muestra el chiste una vez al día, con notify-send. Sus botones guardan el chiste, lo rechazan, muestran el siguiente y cambian de idioma. Un botón vale siempre para el chiste de su notificación, por tarde que lo pulses. Un clic en el texto (Leer) vuelve a mostrar el chiste con sus botones, o lo abre en jokesd-card, si está instalado.
        jokectl waits for a button until the notification is closed, for at most 12 hours.^jokectl espera a que pulses un botón hasta que se cierra la notificación, como mucho 12 horas.
        jokectl without a command does the same. In a pipe, it prints only the joke.^jokectl sin ninguna orden hace lo mismo. En una tubería, muestra solo el chiste.
        jokectl: show, like and search the jokes of jokesd^jokectl: muestra, guarda y busca los chistes de jokesd
        jokesd (process %1$s) does not end: %2$s^jokesd (proceso %1$s) no termina: %2$s
        jokesd cannot read %1$s (mode %2$s)^jokesd no puede leer %1$s (modo %2$s)
        jokesd cannot read and write %1$s (mode %2$s)^jokesd no puede leer ni escribir %1$s (modo %2$s)
        jokesd cannot start: %s^jokesd no puede iniciarse: %s
        jokesd cannot store %s line yet; free some space on the disk^jokesd no puede guardar todavía %s línea; libera espacio en el disco^jokesd no puede guardar todavía %s líneas; libera espacio en el disco
        jokesd closed the connection^jokesd ha cerrado la conexión
        jokesd closed the connection without a reply; try again, or see `journalctl --user -u jokesd`^jokesd ha cerrado la conexión sin responder; prueba otra vez o mira `journalctl --user -u jokesd`
        jokesd did not reply in time; wait longer with `--timeout SECONDS`^jokesd no ha respondido a tiempo; espera más con `--timeout SECONDS`
        jokesd did not understand the request; install the same version of jokesd and jokectl^jokesd no ha entendido la petición; instala la misma versión de jokesd y jokectl
        jokesd does not reply.^jokesd no responde.
        jokesd does not reply; see `journalctl --user -u jokesd`.^jokesd no responde; ver `journalctl --user -u jokesd`.
        jokesd does not report its directory; update it^jokesd no dice cuál es su directorio; actualízalo
        jokesd does not run (no program listens at %1$s); start it with %2$s^jokesd no está en marcha (ningún programa escucha en %1$s); inícialo con %2$s
        jokesd does not run.^jokesd no está en marcha.
        jokesd does not run; no program listens at %s^jokesd no está en marcha; ningún programa escucha en %s
        jokesd does not run; to start it, leave out --no-start^jokesd no está en marcha; para iniciarlo, quita --no-start
        jokesd does not show a disliked joke again. If you name a joke other than the current one, the current one stays.^jokesd no vuelve a mostrar un chiste rechazado. Si nombras un chiste que no es el actual, el actual sigue en su sitio.
        jokesd does not support an option or a value of the command; install the same version of jokesd and jokectl^jokesd no conoce una opción o un valor de la orden; instala la misma versión de jokesd y jokectl
        jokesd does not support this, or has an incompatible version^jokesd no lo admite, o tiene una versión incompatible
        jokesd exits with your last session and starts with the next one^jokesd termina con tu última sesión y se inicia con la próxima
        jokesd failed because of a bug; `journalctl --user -u jokesd` may say more^jokesd ha fallado por un error suyo; quizá `journalctl --user -u jokesd` diga más
        jokesd has stopped.^jokesd se ha detenido.
        jokesd is %1$s, and jokectl %2$s^jokesd tiene la versión %1$s, y jokectl la %2$s
        jokesd is exiting; under systemd, the next connection starts it again^jokesd está terminando; con systemd, la próxima conexión lo inicia de nuevo
        jokesd is not in PATH; install it^jokesd no está en PATH; instálalo
        jokesd is stopping; try again^jokesd se está deteniendo; prueba otra vez
        jokesd itself makes a backup on each day with a decision, and keeps seven of them in the directory `backups` of the data directory.^jokesd hace además su propia copia cada día en que hay una decisión, y guarda siete en el directorio `backups` del directorio de datos.
        jokesd reported no position in its log^jokesd no ha dicho su posición en el registro
        jokesd runs (process %1$s) and listens at %2$s, not at %3$s; `jokectl --socket %4$s` connects to it^jokesd está en marcha (proceso %1$s) y escucha en %2$s, no en %3$s; `jokectl --socket %4$s` conecta con él
        jokesd sent an unexpected reply (%s); install the same version of jokesd and jokectl^jokesd ha enviado una respuesta inesperada (%s); instala la misma versión de jokesd y jokectl
        jokesd speaks version %1$s of the protocol, and jokectl %2$s^jokesd habla la versión %1$s del protocolo, y jokectl la %2$s
        jokesd stores its data in %1$s; the default in this environment is %2$s^jokesd guarda sus datos en %1$s; en este entorno, lo habitual es %2$s
        jokesd uses an older configuration, because the files had an error; they are correct now^jokesd usa una configuración anterior, porque los archivos tenían un error; ya están bien
        jokesd was replaced on the disk while it runs^jokesd se ha reemplazado en el disco mientras está en marcha
        jokesd was started by another program; stop it with that^otro programa inició jokesd; detenlo con ese programa
        jokesd was stopped; `jokectl next` starts it^jokesd se detuvo; `jokectl next` lo inicia
        jokesd, or a program that the command needs, is not available^jokesd, o un programa que necesita la orden, no está disponible
        jokesd-card, a program in a package of its own, shows the same card as all clients. A second start raises its window, except with --socket or JOKESD_SOCKET.^jokesd-card, un programa con su propio paquete, muestra la misma tarjeta que todos los programas. Si se inicia otra vez, trae su ventana al frente, salvo con --socket o JOKESD_SOCKET.
        jokesd-fetch can now read these files, as %s says:^jokesd-fetch ya puede leer estos archivos, como dice %s:
        jokesd-sync.service cannot see %s; choose a folder outside of /tmp and /var/tmp^jokesd-sync.service no puede ver %s; elige una carpeta fuera de /tmp y /var/tmp
        k category^k categoría
        keep the library on this machine only^deja la biblioteca solo en este equipo
        language^idioma
        last read %s^última lectura: %s
        last run^última vez
        leave the current joke as it is^deja el chiste actual como está
        left, right: drag the card by 10 % of its width. release: like or dislike it beyond 60 %. back: move it back.^left, right: arrastran la tarjeta un 10 % de su ancho. release: la suelta; más allá del 60 %, decide. back: la devuelve a su sitio.
        length^longitud
        let jokesd learn from the beginning^haz que jokesd aprenda desde el principio
        like (l), dislike (d), next (n), previous (p), undo (u), translate (t), repeat (r), copy (c), quit (q).^like (l): me gusta. dislike (d): no me gusta. next (n): siguiente. previous (p): anterior. undo (u): deshacer. translate (t): traducir. repeat (r): repetir. copy (c): copiar. quit (q): salir.
        like: save the joke and show the next one^me gusta: guardar el chiste y mostrar el siguiente
        liked^me gusta
        limit^límite
        list all saved jokes^muestra todos los chistes guardados
        list in reverse order^muestra la lista al revés
        list the categories of one source^ver las categorías de una fuente
        list the five newest ones^muestra los cinco más recientes
        list the last jokes^muestra los últimos chistes
        list the methods^muestra los métodos
        list the names for `next --category`^muestra los nombres para `next --category`
        list the next jokes^muestra los próximos chistes
        list the saved jokes^ver los chistes guardados
        list the sources^muestra las fuentes
        list the targets^muestra los destinos
        list the topics that are no commands^muestra los temas que no son órdenes
        list your saved jokes^muestra tus chistes guardados
        loading^cargando
        loading failed^no se ha podido cargar
        loading failed; press an arrow key to try again^no se ha podido cargar; pulsa una flecha para reintentar
        more jokes^más chistes
        mouse^ratón
        move the card back^devolver la tarjeta a su sitio
        n next^n siguiente
        name a terminal that shows the translator of a joke as a link^nombran una terminal que muestra como enlace a quien ha traducido un chiste
        next fetch: %s^próxima consulta: %s
        next try: %s^próximo intento: %s
        no browser is set; install one, or choose one with `xdg-settings set default-web-browser NAME.desktop`^ningún navegador abre los enlaces; instala uno, o elige uno con `xdg-settings set default-web-browser NAME.desktop`
        no clipboard is available; install wl-clipboard (Wayland) or xclip (X11), or run it in a terminal^no hay portapapeles; instala wl-clipboard (Wayland) o xclip (X11), o úsalo en una terminal
        no clipboard takes a picture; install wl-clipboard (Wayland) or xclip (X11)^ningún portapapeles admite imágenes; instala wl-clipboard (Wayland) o xclip (X11)
        no joke has the id %s; run `jokectl history` to see the ids^ningún chiste tiene el id %s; `jokectl history` muestra los id
        no joke has the id %s; run `jokectl saved list` to see the ids^ningún chiste tiene el id %s; `jokectl saved list` muestra los id
        no joke in the trash has the id %s; run `jokectl saved list --deleted` to see the ids^ningún chiste de la papelera tiene el id %s; `jokectl saved list --deleted` muestra los id
        no joke is given; name its text, or - to read it from standard input^falta el chiste; da su texto, o - para leerlo de la entrada estándar
        no joke is in the category '%s'^ningún chiste está en la categoría '%s'
        no joke of the day: %s^no hay chiste del día: %s
        no joke to share: %s^no hay chiste para compartir: %s
        no joke with this id^no hay ningún chiste con este id
        no joke, offline or busy; try again later^no hay chistes, no hay conexión o jokesd está ocupado; prueba más tarde
        no jokes selected; give ids, or options such as --matching or --source^no has elegido ningún chiste; da sus id u opciones como --matching o --source
        no jokesd^sin jokesd
        no jokesd listens at %s, which --socket or $JOKESD_SOCKET names; start one there, or leave them out to use the default socket^ningún jokesd escucha en %s, que indica --socket o $JOKESD_SOCKET; inicia uno ahí, o quítalos para usar el socket habitual
        no longer show it by itself^deja de mostrarlo por sí solo
        no new joke was fetched: %s^no se ha obtenido ningún chiste nuevo: %s
        no notification server is running (%s); start one, such as dunst or mako, or log in to a desktop^no hay ningún servidor de notificaciones (%s); inicia uno, como dunst o mako, o entra en un escritorio
        no permission for %s; use the socket of your own jokesd (`--socket PATH`)^no tienes permiso para %s; usa el socket de tu propio jokesd (`--socket PATH`)
        no program for mail links is set; install one, or choose one with `xdg-settings set default-url-scheme-handler mailto NAME.desktop`^ningún programa abre los enlaces de correo; instala uno, o elige uno con `xdg-settings set default-url-scheme-handler mailto NAME.desktop`
        no program listens at %1$s, although jokesd runs (process %2$s); the socket was removed, or jokesd listens elsewhere^ningún programa escucha en %1$s, aunque jokesd está en marcha (proceso %2$s); el socket se ha borrado, o jokesd escucha en otro sitio
        no program listens at %s, although jokesd.socket is active; the socket was removed, or jokesd listens elsewhere^ningún programa escucha en %s, aunque jokesd.socket está activo; el socket se ha borrado, o jokesd escucha en otro sitio
        no program listens at %s, and jokesd can only in a directory to which nobody else may write^ningún programa escucha en %s, y jokesd solo puede en un directorio en el que no escriba nadie más
        no program listens at %s, which is left over^ningún programa escucha en %s, que ha quedado de antes
        no reason given^sin motivo
        no reply within the timeout^no ha habido respuesta a tiempo
        no result: nothing to decide, find, share or undo, or a problem that doctor found; an empty list is a success^sin resultado: nada que decidir, encontrar, compartir o deshacer, o un problema que ha encontrado doctor; una lista vacía no es un fallo
        no source has the name '%s'^ninguna fuente se llama '%s'
        no source is enabled, so there are no new jokes^no hay ninguna fuente activada, así que no hay chistes nuevos
        no systemd user manager has %s; without it, let cron or your desktop's autostart run `jokectl notify`^ningún systemd de usuario tiene %s; sin él, haz que cron o el inicio de tu escritorio ejecute `jokectl notify`
        no systemd user manager is running; `jokesd &` works without one^no hay ningún systemd de usuario en marcha; `jokesd &` funciona sin él
        no target has the name '%1$s'; did you mean '%2$s'?^ningún destino se llama «%1$s»; ¿querías decir «%2$s»?
        no target has the name '%1$s'; use clipboard, %2$s^ningún destino se llama «%1$s»; usa clipboard, %2$s
        no word after it is an option: `jokectl like -- -x`^ninguna palabra posterior es una opción: `jokectl like -- -x`
        not connected^sin conexión
        not connected, trying again^sin conexión, reintentando
        not imported yet: %s line; free some space on the disk, then jokesd imports the rest by itself^sin importar todavía: %s línea; libera espacio en el disco y jokesd importará el resto^sin importar todavía: %s líneas; libera espacio en el disco y jokesd importará el resto
        not permitted^no está permitido
        nothing to edit is given; name a new text, such as --text TEXT^falta qué editar; da un texto nuevo, por ejemplo con --text TEXT
        nothing was added^no se ha añadido nada
        nothing was changed^no se ha cambiado nada
        notifications^notificaciones
        notify-send is not installed; install libnotify (on Debian, libnotify-bin)^notify-send no está instalado; instala libnotify (en Debian, libnotify-bin)
        o sort^o ordenar
        o source^o fuente
        off^desactivada
        off by you (configuration says on)^desactivada por ti (la configuración dice que sí)
        offline^sin conexión
        on^activada
        on by you (configuration says off)^activada por ti (la configuración dice que no)
        only %1$s MiB are free on the file system of %2$s; free some space there^solo quedan %1$s MiB libres en el sistema de archivos de %2$s; libera espacio ahí
        only jokes from this source^solo los chistes de esta fuente
        only jokes in this category^solo los chistes de esta categoría
        only jokes in this category; for packs and fortune files^solo los chistes de esta categoría; con paquetes y archivos de fortune
        only jokes in this language, such as en^solo los chistes en este idioma, como es
        only jokes saved at or after this time: 2026-11-01, '2026-11-01 10:30', yesterday^solo los chistes guardados en este momento o después: 2026-11-01, '2026-11-01 10:30', yesterday (ayer)
        only jokes saved before this time^solo los chistes guardados antes de este momento
        only the categories of this source, which may be asked for them^solo las categorías de esta fuente, a la que quizá se le pregunten
        open the card^abre la tarjeta
        open the card, or raise its window^abre la tarjeta, o trae su ventana al frente
        order by text, date, source or category^ordenar por texto, fecha, fuente o categoría
        p previous^p anterior
        pad with blanks to N columns^rellena con espacios hasta N columnas
        page^página
        page %1$s of %2$s^página %1$s de %2$s
        page %s^página %s
        paused^en pausa
        print a joke and leave the current one alone^muestra un chiste sin tocar el actual
        print a line for `status-right` of tmux, in #( )^muestra una línea para `status-right` de tmux, en #( )
        print a line for each change^muestra una línea por cada cambio
        print a line for each saved joke^muestra una línea por cada chiste guardado
        print a saved joke^muestra un chiste guardado
        print each event, such as liked or deleted^muestra cada suceso, como liked o deleted
        print each new joke^muestra cada chiste nuevo
        print one line for this bar: waybar, polybar, i3blocks, tmux or plain^muestra una línea para esta barra: waybar, polybar, i3blocks, tmux o plain
        print only the result^muestra solo el resultado
        print only the texts^muestra solo los textos
        print the findings for a bug report^muestra los resultados para informar de un error
        print the joke and read commands^muestra el chiste y lee órdenes
        print the joke in 60 columns^muestra el chiste en 60 columnas
        print the manual page jokectl(1) for man^muestra la página de manual jokectl(1) para man
        print the notify-send command instead of running it^muestra la orden de notify-send en vez de ejecutarla
        print the punch line now (the default), later (by `jokectl reveal`), or after DELAY^muestra el remate ahora (now, lo habitual), más tarde con `jokectl reveal` (later), o tras DELAY (after)
        print the punch line three seconds after the setup^muestra el remate tres segundos después del planteamiento
        print the result with a template, such as '{{joke.value|trunc:60}}'^muestra el resultado con una plantilla, como '{{joke.value|trunc:60}}'
        print the result, or only these members, as one line of JSON^muestra el resultado, o solo estos miembros, como una línea de JSON
        print the sources as JSON^muestra las fuentes como JSON
        print the state as a line for this bar: waybar, polybar, i3blocks, tmux or plain^muestra el estado como una línea para esta barra: waybar, polybar, i3blocks, tmux o plain
        print the text of every joke found^muestra el texto de cada chiste encontrado
        print the text of the joke^muestra el texto del chiste
        print the texts of those that you disliked^muestra los textos de los que rechazaste
        print the version^muestra la versión
        print the whole joke^muestra el chiste entero
        print this topic: state, log (what happened) or feed (state of each feed)^muestra este tema: state (el estado), log (lo que pasa) o feed (el estado de cada canal)
        problem^problema
        protocol^protocolo
        punchline^remate
        put it into two categories^ponlo en dos categorías
        put the file there, or correct `sources.%s.path` in the configuration^pon ahí el archivo, o corrige `sources.%s.path` en la configuración
        queue^cola
        quit^salir
        quote as a JSON string^entrecomilla como una cadena de JSON
        quote as one word for a POSIX shell^entrecomilla como una sola palabra para un shell de POSIX
        r reverse^r invertir
        read NUMBER, like NUMBER, dislike NUMBER, delete NUMBER, copy NUMBER: a joke of the list.^read NÚMERO, like NÚMERO, dislike NÚMERO, delete NÚMERO, copy NÚMERO: un chiste de la lista.
        read commands line by line, for a screen reader or any terminal^lee órdenes línea a línea, para un lector de pantalla o cualquier terminal
        read jsonl, csv or text, instead of recognizing the format^lee jsonl, csv o text, en vez de reconocer el formato
        read what other machines wrote^lee lo que han escrito otros equipos
        reading^leyendo
        ready^lista
        release the card: it is decided or returns^soltar la tarjeta: se decide o vuelve
        replace an older copy^reemplaza una copia anterior
        replace each line break by a blank^cambia cada salto de línea por un espacio
        replace the file if it exists^reemplaza el archivo si existe
        report that it was shown today^avisa si ya se ha mostrado hoy
        requests^peticiones
        restore a joke^restaura un chiste
        restored^restaurado
        return to the card^volver a la tarjeta
        reveal: tell the punch line, if it is held back. add TEXT: add a joke of your own.^reveal: cuenta el remate, si está oculto. add TEXTO: añade un chiste tuyo.
        reverse the order^invertir el orden
        rsvg-convert is not installed; install librsvg2-bin (Debian), or use `--as svg`^rsvg-convert no está instalado; instala librsvg2-bin (Debian), o usa `--as svg`
        rsvg-convert makes a PNG; it is in Debian's librsvg2-bin. Without --dark, an SVG follows the color scheme of the viewer, and a PNG is light.^rsvg-convert hace un PNG; en Debian está en librsvg2-bin. Sin --dark, un SVG sigue los colores del programa que lo muestra, y un PNG es claro.
        run your own commands on every change^ejecuta tus propias órdenes con cada cambio
        s card  q quit^s tarjeta  q salir
        s saved  ? help  q quit^s chistes  ? ayuda  q salir
        save a picture of it^guarda una imagen de él
        save the current joke^guarda el chiste actual
        save the document for a client generator^guarda el documento para un generador de clientes
        save the joke^guardar el chiste
        save the joke and show the next one^guarda el chiste y muestra el siguiente
        save the joke of the day; the current joke stays^guarda el chiste del día; el actual sigue en su sitio
        save the joke with this id^guarda el chiste con este id
        saved^guardado
        saved %1$s, queue %2$s/%3$s^guardados: %1$s, en la cola: %2$s/%3$s
        saved %s^guardados: %s
        saved (s): list ten saved jokes. more: list more. sort ORDER: by text, date, source or category.^saved (s): muestra diez chistes guardados. more: muestra más. sort ORDEN: por text, date, source o category.
        saved jokes^guardados
        say how many jokes a text has, and show the first^di cuántos chistes tiene un texto, y muestra los primeros
        say what would be imported, and import nothing^di qué se importaría, y no importes nada
        scripts and help^scripts y ayuda
        scroll a long joke^desplazar un chiste largo
        search^búsqueda
        search (/) WORDS: find saved jokes.^search (/) PALABRAS: busca chistes guardados.
        search the list^buscar en la lista
        search the saved jokes^buscar en los chistes guardados
        seconds, more than 0 and at most %s^segundos, más de 0 y no más de %s
        seconds, such as 3s, at most 1h (3600s)^segundos, como 3s, como mucho 1h (3600s)
        see whether the other machine is up to date^mira si el otro equipo está al día
        select a joke; so do the mouse, PgUp, PgDn, Home and End^elegir un chiste; también con el ratón, RePág, AvPág, Inicio y Fin
        serve until the input ends^atiende hasta que se acaba la entrada
        setup^planteamiento
        several jokes have an id that begins with %s; give more of the id^el id de varios chistes empieza por %s; da más letras del id
        show N jokes, one after another^muestra N chistes, uno tras otro
        show a joke from this source; saved: a saved joke^muestra un chiste de esta fuente; saved: uno guardado
        show a joke in this category^muestra un chiste de esta categoría
        show a joke of at most N characters^muestra un chiste de como mucho N caracteres
        show a saved joke again^vuelve a mostrar un chiste guardado
        show a saved joke with fortune^muestra un chiste guardado con fortune
        show all jokes^muestra todos los chistes
        show at most N jokes^muestra como mucho N chistes
        show at most N pages (all)^muestra como mucho N páginas (todas)
        show help for next^muestra la ayuda de next
        show help for the command^muestra la ayuda de la orden
        show it again^vuelve a mostrarlo
        show it even if it was shown today^muéstralo aunque ya se haya mostrado hoy
        show it every day at this time, such as 8:30^muéstralo cada día a esta hora, como 8:30
        show it on these days, such as mon-fri or sat,sun^muéstralo estos días, como mon-fri (de lunes a viernes) o sat,sun
        show it on working days at half past eight^muéstralo los días laborables a las ocho y media
        show jokes from the fortune files of this machine^muestra chistes de los archivos de fortune de este equipo
        show jokes in your second language^muestra los chistes en tu segundo idioma
        show one of the jokes that jokesd brings^mostrar uno de los chistes que trae jokesd
        show the chances and shares^muestra las probabilidades y las proporciones
        show the current joke^muestra el chiste actual
        show the current joke and its status^muestra el chiste actual y su estado
        show the disliked jokes, by date^muestra los chistes rechazados, por fecha
        show the first two pages about cats^muestra las dos primeras páginas sobre gatos
        show the joke before this one^mostrar el chiste anterior
        show the joke of the day, such as in ~/.profile^muestra el chiste del día, por ejemplo en ~/.profile
        show the joke of the day, unless it was shown today^muestra el chiste del día, si no se ha mostrado hoy
        show the joke that you skipped by mistake^muestra el chiste que te saltaste sin querer
        show the joke whose id begins with mgdb^muestra el chiste cuyo id empieza por mgdb
        show the jokes as a grid of cards^muestra los chistes como una cuadrícula de tarjetas
        show the jokes in the trash^muestra los chistes de la papelera
        show the next joke^mostrar el chiste siguiente
        show the template syntax of --format^muestra la sintaxis de las plantillas de --format
        show the version, the files and the sources^muestra la versión, los archivos y las fuentes
        show the whole joke^mostrar el chiste entero
        show the whole joke, five seconds for each part^muestra el chiste entero, cinco segundos cada parte
        show three jokes; the last one is then the current joke^muestra tres chistes; el último queda como chiste actual
        show translations, originals or the other of the two, or translate this joke again^muestra traducciones (on), originales (off) o cambia entre ambos (toggle), o traduce este chiste otra vez (again)
        show which rules of the filter reject jokes^muestra qué reglas del filtro rechazan chistes
        skip invalid lines instead of importing nothing^salta las líneas no válidas en vez de no importar nada
        sort by text, date (newest first), source or category^ordena por text (texto), date (fecha, primero los más recientes), source (fuente) o category (categoría)
        source^fuente
        sources^fuentes
        start with page N (1)^empieza por la página N (1)
        stdbuf is not installed; install coreutils^stdbuf no está instalado; instala coreutils
        stop jokesd until the next command^detener jokesd hasta la siguiente orden
        stop showing jokes from the fortune files^deja de mostrar chistes de los archivos de fortune
        success^todo ha ido bien
        suspend; fg resumes^suspender; fg reanuda
        switch between list and grid^alternar entre lista y cuadrícula
        switch between translation and original^alternar entre traducción y original
        sync is off; turn it on with `jokectl sync on FOLDER`^la sincronización está desactivada; actívala con `jokectl sync on FOLDER`
        sync is on, but this run failed; the next one tries again: %s^la sincronización está activada, pero esta vez falló; la próxima lo intentará de nuevo: %s
        sync through a folder of Syncthing^sincroniza por medio de una carpeta de Syncthing
        system error: %s^error del sistema: %s
        systemd cannot start %1$s (%2$s)^systemd no puede iniciar %1$s (%2$s)
        t translate^t traducir
        taste^gustos
        tell the punch line^contar el remate
        text^texto
        the %1$s is not valid; it must be %2$s^«%1$s» no es válido; se espera %2$s
        the beginning of a word, a part of one (`*ord*`) or a phrase^el principio de una palabra, una parte de ella (`*ord*`) o una frase
        the card needs a terminal; use `jokectl swipe --plain`^la tarjeta necesita una terminal; usa `jokectl swipe --plain`
        the character set, unless LC_ALL is set; if it is not UTF-8, print only ASCII on a terminal^el juego de caracteres, si no está LC_ALL; si no es UTF-8, en una terminal solo sale ASCII
        the clock is not synchronized^el reloj no está sincronizado
        the configuration is invalid; `jokesd --check-config` says why^la configuración no es válida; `jokesd --check-config` dice por qué
        the configuration was not checked, because jokesd is not in PATH^no se ha revisado la configuración, porque jokesd no está en PATH
        the database is damaged (%s); jokesd can check it at a start, and replace it by the newest good backup^la base de datos está dañada (%s); jokesd puede revisarla al iniciarse, y poner en su lugar la última copia buena
        the database was not checked, because sqlite3 is not installed^no se ha revisado la base de datos, porque sqlite3 no está instalado
        the desktop to whose clipboard `share` copies, by wl-copy or xclip^el escritorio a cuyo portapapeles copia `share`, con wl-copy o xclip
        the directories of the programs that jokectl runs, such as notify-send^los directorios de los programas que ejecuta jokectl, como notify-send
        the directory of configurations (~/.config)^el directorio de las configuraciones (~/.config)
        the directory of data, such as saved jokes (~/.local/share)^el directorio de los datos, como los chistes guardados (~/.local/share)
        the directory of files that can be deleted (~/.cache)^el directorio de lo que se puede borrar (~/.cache)
        the directory of states (~/.local/state)^el directorio de los estados (~/.local/state)
        the directory of the default socket, and of the files that an editor gets^el directorio del socket habitual, y de los archivos que recibe un editor
        the directory of the files that an editor gets, without XDG_RUNTIME_DIR^el directorio de los archivos que recibe un editor, si no hay XDG_RUNTIME_DIR
        the disk is full, or a file cannot be read or written^el disco está lleno, o no se puede leer o escribir un archivo
        the editor does not end, and has the terminal^el editor no termina y tiene la terminal
        the editor of `add` and `edit`, perhaps with options; the first one that is not empty counts (vi)^el editor de `add` y `edit`, con opciones o sin ellas; cuenta la primera que no esté vacía (vi)
        the file to write^el archivo que se escribe
        the file to write; standard output if omitted^el archivo que se escribe; si falta, la salida estándar
        the first part of the joke, instead of TEXT^la primera parte del chiste, en vez de TEXT
        the folder^la carpeta
        the folder has more than %s files^la carpeta tiene más de %s archivos
        the folder has more than %s jokes^la carpeta tiene más de %s chistes
        the home directory^el directorio personal
        the id of a joke, its unique beginning, or daily; the current joke if omitted^el id de un chiste, su principio inequívoco o daily; el chiste actual si falta
        the id of the joke, or a unique beginning of it^el id del chiste, o un comienzo único de él
        the ids of the jokes, or unique beginnings of them^los ids de los chistes, o comienzos únicos de ellos
        the joke^el chiste
        the joke has no text^el chiste no tiene texto
        the joke is already in '%s'; to see another language, set `translateTo` in the configuration^el chiste ya está en «%s»; para ver otro idioma, ponlo en `translateTo` en la configuración
        the joke is saved, but does not come by itself: %s^el chiste está guardado, pero no saldrá solo: %s
        the joke of the day (%s) was already shown; `jokectl notify --again` shows it again^el chiste del día (%s) ya se ha mostrado; `jokectl notify --again` lo muestra otra vez
        the joke on the card is not translated: %s^el chiste de la tarjeta no se traduce: %s
        the joke was changed meanwhile, so it was not edited^el chiste ha cambiado mientras tanto, así que no se ha editado
        the joke; - for standard input; if omitted on a terminal, your editor ($VISUAL or $EDITOR) opens^el chiste; - para la entrada estándar; si falta en una terminal, se abre tu editor ($VISUAL o $EDITOR)
        the language, such as es^el idioma, como es
        the language, such as es; your first one if omitted^el idioma, como es; si falta, tu primer idioma
        the languages of the texts, separated by colons; English and Spanish exist^los idiomas de los textos, separados por dos puntos; hay inglés y español
        the last run could not write %s^la última ejecución no pudo escribir %s
        the locale of the texts, if LANGUAGE names none; the first one that is not empty counts^el idioma de los textos, si LANGUAGE no nombra ninguno; cuenta la primera que no esté vacía
        the method to describe^el método que se describe
        the name '%s' has a control character, which a unit of systemd cannot name^el nombre «%s» tiene un carácter de control, que una unidad de systemd no puede nombrar
        the name of the source, as `jokectl sources` shows it^el nombre de la fuente, como lo muestra `jokectl sources`
        the new punch line; with --setup, of any joke^el remate nuevo; con --setup, de cualquier chiste
        the new setup; with --punchline, of any joke^el planteamiento nuevo; con --punchline, de cualquier chiste
        the new text; - for standard input^el texto nuevo; - para la entrada estándar
        the next category, the previous one^la categoría siguiente, la anterior
        the next source, the previous one^la fuente siguiente, la anterior
        the notification server does not reply; restart it^el servidor de notificaciones no responde; reinícialo
        the options of less; FRX if not set^las opciones de less; FRX si no está definida
        the options of lv; -c if not set^las opciones de lv; -c si no está definida
        the output cannot be written: %s^no se puede escribir la salida: %s
        the output of %1$s cannot be read: %2$s^no se puede leer la salida de %1$s: %2$s
        the parameters are not valid JSON, %s^los parámetros no son JSON válido: %s
        the path of jokesd-swipe, the program of `swipe`^la ruta de jokesd-swipe, el programa de `swipe`
        the path of the folder is not UTF-8: %s^la ruta de la carpeta no es UTF-8: %s
        the program at the socket does not use the protocol of jokesd (%s); check the socket and the version of jokesd^el programa del socket no usa el protocolo de jokesd (%s); revisa el socket y la versión de jokesd
        the program that carries the folder would carry all of %s; choose a folder in it, such as `~/Sync/jokesd`^el programa que lleva la carpeta llevaría todo %s; elige una carpeta dentro, como `~/Sync/jokesd`
        the program that shows what is longer than the screen (less); if empty or `cat`, there is none^el programa que muestra lo que no cabe en la pantalla (less); si está vacía o es `cat`, ninguno
        the request or its result is too large; give fewer or shorter values^la petición o su resultado es demasiado grande; da menos valores o más cortos
        the running jokesd (process %s) is not the one of jokesd.service^el jokesd en marcha (proceso %s) no es el de jokesd.service
        the second part of the joke^la segunda parte del chiste
        the session bus does not reply^el bus de la sesión no responde
        the session bus for `notify`; in XDG_RUNTIME_DIR if not set^el bus de sesión para `notify`; en XDG_RUNTIME_DIR si no está definida
        the shell^el intérprete de órdenes
        the shell did not replace the ~ in '%s'; leave out the quotes around it^el intérprete de órdenes no sustituyó la ~ de «%s»; quita las comillas
        the socket of jokesd, as with `--socket`^el socket de jokesd, como con `--socket`
        the source %1$s is off; run `jokectl sources enable %2$s`^la fuente %1$s está desactivada; ejecuta `jokectl sources enable %2$s`
        the systemd units of jokesd are not installed^las unidades de systemd de jokesd no están instaladas
        the target '%1$s' is not a link to a web page or a mail: %2$s; correct it in `shareTargets`^el destino «%1$s» no es un enlace a una página web ni a un correo: %2$s; corrígelo en `shareTargets`
        the text in a second language, such as es=TEXT^el texto en un segundo idioma, como es=TEXT
        the text is not UTF-8; convert it, as with `iconv -f %s -t UTF-8`^el texto no está en UTF-8; conviértelo, por ejemplo con `iconv -f %s -t UTF-8`
        the text is too long: a joke has at most %s bytes^el texto es demasiado largo: un chiste tiene como mucho %s bytes
        the text to search for; all jokes if omitted^el texto que se busca; si falta, todos los chistes
        the timer of systemd that started `notify`^el temporizador de systemd que inició `notify`
        the translation has not arrived yet; `jokectl show` shows it when it has^la traducción aún no ha llegado; `jokectl show` la muestra en cuanto llegue
        the type of the terminal; if it is dumb, print no colors and do not animate^el tipo de la terminal; si es dumb, no hay colores ni animación
        the width of a terminal that does not report it^el ancho de una terminal que no lo comunica
        the word^la palabra
        the words that follow jokectl, the last of them incomplete^las palabras que siguen a jokectl, la última sin terminar
        there is no backup of %s saved joke yet^aún no hay copia de %s chiste guardado^aún no hay copia de %s chistes guardados
        there is no directory %s; mount its disk, or choose another one with `jokectl sync on FOLDER`. Nothing was deleted^no hay ningún directorio %s; monta su disco, o elige otra con `jokectl sync on FOLDER`. No se ha eliminado nada
        there is no method '%s'^no hay ningún método «%s»
        this joke of the day was not shown before; run `jokectl %s daily` again^este chiste del día no se había mostrado antes; repite `jokectl %s daily`
        this jokesd does not support the command; install the same version of jokesd and jokectl^este jokesd no conoce la orden; instala la misma versión de jokesd y jokectl
        this machine^este equipo
        this notification server%s shows no buttons; use `jokectl like daily` to save the joke of the day^este servidor de notificaciones%s no muestra botones; `jokectl like daily` guarda el chiste del día
        this system allows the units no mount namespace, so their programs can reach all your files; system calls and network addresses are restricted^este sistema no permite a las unidades ningún espacio de nombres de montaje, así que sus programas llegan a todos tus archivos; las llamadas al sistema y las direcciones de red están restringidas
        this terminal (TERM) cannot show the card; use `jokectl swipe --plain`^esta terminal (TERM) no puede mostrar la tarjeta; usa `jokectl swipe --plain`
        time^hora
        tmux or screen, through which `share` copies to the clipboard of the terminal^tmux o screen, por los que `share` copia al portapapeles de la terminal
        today is %1$s, but %2$s is from %3$s; the clock is or was wrong^hoy es %1$s, pero %2$s es del %3$s; el reloj va mal o iba mal
        too long^demasiado largo
        too short^demasiado corto
        topic^tema
        translated^traducido
        translation^traducción
        truecolor or 24bit: `swipe` uses all colors^truecolor o 24bit: `swipe` usa todos los colores
        turned off by you (the configuration says on)^desactivada por ti (la configuración dice que sí)
        turned on by you (the configuration says off)^activada por ti (la configuración dice que no)
        u undo^u deshacer
        undo the last decision or deletion^deshacer la última decisión o eliminación
        unit files have changed since systemd read them^han cambiado archivos de unidades desde que systemd los leyó
        units^unidades
        unknown command '%s'^orden desconocida: «%s»
        unknown option '%s'^opción desconocida: «%s»
        up, down^arriba, abajo
        up, down scroll^arriba, abajo: desplazar
        uptime^en marcha
        use TEXT if there is no value^usa TEXT si no hay valor
        use a translation engine that you have just installed^usa un motor de traducción que acabas de instalar
        use colors: auto, always or never^usa colores: auto (según la salida), always (siempre) o never (nunca)
        use dark colors in a picture^usa colores oscuros en una imagen
        use it in this shell only^úsalo solo en esta sesión
        use this format: text (default), markdown, json, svg or png^usa este formato: text (el habitual), markdown, json, svg o png
        used up^cupo agotado
        version^versión
        wait at most this long for a reply (10)^espera una respuesta como mucho este tiempo (10)
        waiting^en espera
        waiting for jokesd^esperando a jokesd
        well^bien
        with --for, show a long joke in parts, each for SECONDS^con --for, muestra un chiste largo por partes, cada una SECONDS segundos
        with --for, show a long joke in parts; SIGUSR1 shows the next one^con --for, muestra un chiste largo por partes; SIGUSR1 pasa a la siguiente
        with --for, show at most N columns of the joke (60)^con --for, muestra como mucho N columnas del chiste (60)
        with --reveal after, the seconds between setup and punch line, such as 3s^con --reveal after, los segundos entre el planteamiento y el remate, como 3s
        write a post with the joke of the day^escribe una publicación con el chiste del día
        write this format: jsonl (everything, for import), markdown or fortune^escribe en este formato: jsonl (todo, para importarlo), markdown o fortune
        written by a later version: update jokesd here^escrito por una versión posterior: actualiza jokesd aquí
        xdg-open is not installed; install xdg-utils, or open this link: %s^xdg-open no está instalado; instala xdg-utils, o abre este enlace: %s
        ←→ drag^←→ arrastrar
        ←→ h l drag^←→ h l arrastrar
        ↑↓ scroll^↑↓ desplazar

        """#
}
