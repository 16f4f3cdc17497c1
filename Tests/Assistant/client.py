#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""client.py PROGRAMS
Calls each tool of `jokectl mcp` with the official Python client, in both of its handshakes, with a jokesd of its own
that restarts in between. scripts/assistant-tests.sh installs the client.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time

from mcp import ClientSession, MCPError, StdioServerParameters, stdio_client
from mcp.client.client import Client

programs = sys.argv[1]
TOOLS = {"joke_next", "joke_current", "joke_like", "joke_save_own", "saved_search", "joke_of_the_day"}


class Daemon:
    """A jokesd with a home of its own."""

    def __init__(self, directory):
        self.socket = f"{directory}/socket"
        self.environment = os.environ | {
            "HOME": directory,
            "XDG_CONFIG_HOME": f"{directory}/config",
            "XDG_DATA_HOME": f"{directory}/data",
            "XDG_STATE_HOME": f"{directory}/state",
            "XDG_CACHE_HOME": f"{directory}/cache",
            "XDG_RUNTIME_DIR": f"{directory}/run",
        }
        os.mkdir(f"{directory}/run", 0o700)
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [f"{programs}/jokesd", "--socket", self.socket], env=self.environment, stderr=subprocess.DEVNULL)
        while subprocess.run(
                [f"{programs}/jokectl", "--socket", self.socket, "call", "ping"], capture_output=True).returncode:
            if self.process.poll() is not None:
                sys.exit("client.py: jokesd does not start")
            time.sleep(0.05)

    def stop(self):
        self.process.terminate()
        self.process.wait()


def server(daemon):
    return StdioServerParameters(
        command=f"{programs}/jokectl", args=["--socket", daemon.socket, "--timeout", "20", "mcp"])


def data_of(result):
    """Returns the result of a tool, after checking that it is marked."""
    assert not result.is_error, result
    assert "strangers" in result.structured_content["notice"]
    assert json.loads(result.content[0].text) == result.structured_content
    return result.structured_content


async def call_everything(session, daemon):
    tools = (await session.list_tools()).tools
    assert {tool.name for tool in tools} == TOOLS, tools
    assert all("strangers" in tool.description for tool in tools)
    assert not any(tool.annotations.destructive_hint for tool in tools)

    current = data_of(await session.call_tool("joke_current", {}))["joke"]
    following = data_of(await session.call_tool("joke_next", {"maxLength": 500}))["joke"]
    assert following["id"] != current["id"]
    assert data_of(await session.call_tool("joke_like", {"joke": following["id"]}))["decided"] == following
    text = "A zebrafish walks into a pet shop."
    own = data_of(await session.call_tool("joke_save_own", {"value": text, "language": "en"}))
    assert own["decided"]["value"] == text, own

    # A call while jokesd is away fails, and the next one succeeds.
    daemon.stop()
    away = await session.call_tool("joke_current", {})
    assert away.is_error and "jokesd" in away.content[0].text, away
    daemon.start()
    found = data_of(await session.call_tool("saved_search", {"query": "zebrafish"}))["items"]
    assert [item["joke"]["value"] for item in found] == [text]
    daily = data_of(await session.call_tool("joke_of_the_day", {}))
    assert daily["joke"]["value"]

    wrong = await session.call_tool("saved_search", {"query": "x", "limit": 0})
    assert wrong.is_error and "limit" in wrong.content[0].text, wrong
    try:
        await session.call_tool("saved_delete", {"jokes": [following["id"]]})
    except MCPError as error:
        assert error.error.code == -32602, error
    else:
        sys.exit("client.py: an unknown tool was called")


async def with_session(daemon):
    """The handshake by initialize."""
    async with stdio_client(server(daemon)) as (reading, writing):
        async with ClientSession(reading, writing) as session:
            greeting = await session.initialize()
            assert greeting.server_info.name == "jokesd"
            await session.send_ping()
            await call_everything(session, daemon)
            return greeting.protocol_version


async def with_client(daemon):
    """The handshake that the client chooses: it asks for a later version of the protocol first."""
    async with Client(stdio_client(server(daemon))) as client:
        await call_everything(client, daemon)
        return client.protocol_version


for attempt in with_session, with_client:
    with tempfile.TemporaryDirectory() as directory:
        daemon = Daemon(directory)
        try:
            version = asyncio.run(asyncio.wait_for(attempt(daemon), 120))
        finally:
            daemon.stop()
    print(f"client.py: {attempt.__name__}: all tools, protocol {version}")
