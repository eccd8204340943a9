"""Reads the variable `v` of the data at an address with one of the clients `pydap`, `netcdf4` and `siphon`, and prints it."""

import json
import sys

client, address = sys.argv[1:]


def with_pydap():
    from pydap.client import open_url

    return open_url(address, protocol="dap2")["v"][:].data


def with_netcdf4():
    from netCDF4 import Dataset

    with Dataset(address) as data:
        return data["v"][:]


def with_siphon():
    from siphon.catalog import TDSCatalog

    dataset = TDSCatalog(address).datasets["data.nc"]
    downloaded = dataset.remote_open(mode="b").read()
    remote = dataset.remote_access(use_xarray=False)
    return [*remote["v"][:], len(downloaded)]


values = {"pydap": with_pydap, "netcdf4": with_netcdf4, "siphon": with_siphon}[client]()
print(json.dumps([float(value) for value in values]))
