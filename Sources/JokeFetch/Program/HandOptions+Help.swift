// SPDX-License-Identifier: MIT
import JokeWire

extension HandOptions {
    package static let version = "jokesd-fetch \(Version.program)\n"

    package static let help = """
        Fetches jokes for jokesd, and by hand:

          jokesd-fetch chucknorris                        a joke
          jokesd-fetch chucknorris --count 3 --category dev
          jokesd-fetch icanhazdadjoke --search cheese     those with a word in them
          jokesd-fetch jokeapi --language de --json       a joke as JSON
          jokesd-fetch chucknorris --categories           which categories there are
          jokesd-fetch command -- pyjoke -c neutral       what a program of yours prints
          jokesd-fetch translate --into es -- 'Hello.'    what Apertium makes of a text
          jokesd-fetch serve                              requests in, answers out, a line each

        Sources: chucknorris, icanhazdadjoke, jokeapi, command. Engines: apertium, libretranslate (with --base-url).

          --count N          how many jokes, 1 to 30 (1); a pause is made between requests
          --category NAME    only of this category; may be given again
          --search TEXT      a page of the jokes with this in them
          --page N           which page (1)
          --categories       the categories instead of jokes
          --language CODE    the language of the jokes (en)
          --from, --into CODE  of a translation (from en into es)
          --key NAME         the secret that is the engine's key (libretranslate)
          --name NAME        takes the hero's place (chucknorris)
          --unsafe           also what the service does not call safe (jokeapi)
          --json             a joke a line, as JSON
          --base-url URL     where the service is, if not where it always is
          --timeout SECONDS  for each request (20)
          --contact TEXT     who you are, in what services see of you
          --ca-file FILE     the certificates to trust, in place of the system's
          --help, --version

        Ends with 0 when all is well, 1 where there is no joke of that kind, 64 when it was not understood, 69 where
        the source cannot be reached, 75 where trying again later may help, 77 where the connection is not safe, 124
        when the time was over. https_proxy and no_proxy are honoured.

        """
}
