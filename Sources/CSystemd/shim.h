// SPDX-License-Identifier: MIT
#ifndef JOKESD_CSYSTEMD_H
#define JOKESD_CSYSTEMD_H
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-login.h>
#endif
