# SPDX-License-Identifier: MIT
# The steps after `make install`, which the source package (debian/rules) and the package from built programs
# (packaging/rules) share. So both contain the same files.

override_dh_installdocs:
	dh_installdocs --link-doc=jokesd

# /usr/share/doc/jokesd/copyright has the licences, and changelog.gz is CHANGELOG.md.
execute_before_dh_install:
	find debian/tmp/usr/share/doc \( -name LICENSE -o -name CHANGELOG.md \) -delete

# The sockets are enabled for all users. Each user can enable the daily notification and sync.
override_dh_installsystemduser:
	dh_installsystemduser -pjokesd jokesd.socket jokesd-fetch.socket
	dh_installsystemduser -pjokesd --no-enable jokesd-notify.timer jokesd-sync.path

# Not compressed, because these pages contain links to each other.
override_dh_compress:
	dh_compress -X.md -X.svg -X.png

# dwz does not understand the debug information of Swift (.debug_names, .debug_str_offsets).
override_dh_dwz:
