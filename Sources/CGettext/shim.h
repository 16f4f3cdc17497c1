// SPDX-License-Identifier: MIT
// gettext of glibc, which Swift's Glibc module does not include.
#ifndef JOKESD_CGETTEXT_H
#define JOKESD_CGETTEXT_H
#include <libintl.h>
#endif
