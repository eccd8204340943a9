"""The scenario of the generated clients, with the client that openapi-python-client generated.

Arguments: folder of the package `gatehouse`, URL of the service, name and password of the administrator.
"""

import sys

sys.path.insert(0, sys.argv[1])

from gatehouse import AuthenticatedClient, Client
from gatehouse.api.audit import list_changes
from gatehouse.api.logged_user import create_user_token_current, revoke_user_token_current
from gatehouse.api.groups import (
    create_group,
    delete_group,
    list_group_service_permissions,
    list_groups,
    update_group,
)
from gatehouse.api.permissions import update_permissions
from gatehouse.api.resources import create_resource, list_resource_children, rename_resource
from gatehouse.api.services import (
    create_service,
    create_service_resource,
    delete_service,
    get_service,
    list_services,
    update_service,
)
from gatehouse.api.session import get_session, sign_in, sign_out
from gatehouse.api.users import (
    create_user,
    create_user_service_permission,
    delete_user,
    delete_user_service_permission,
    explain_user_permission,
    get_user,
    list_user_resource_permissions,
    list_users,
    set_user_resource_permission,
    set_user_service_permission,
    update_user,
)
from gatehouse.models import (
    BranchAction,
    BranchStep,
    CreateApiTokenDto,
    CreateGroupDto,
    CreateResourceDto,
    CreateServiceDto,
    CreateServiceResourceDto,
    CreateUserDto,
    ErrorBodyDto,
    PermissionAccess,
    PermissionBodyDto,
    PermissionName,
    PermissionObject,
    PermissionType,
    PushBodyDto,
    RenameResourceDto,
    ResourceType,
    ServiceType,
    SignInDto,
    UpdateGroupDto,
    UpdatePermissionsDto,
    UpdateServiceDto,
    UpdateUserDto,
    UserStatus,
)

URL, ADMINISTRATOR, PASSWORD = sys.argv[2:]

client = Client(base_url=URL)


def done(response):
    """Returns the data of a successful reply."""
    assert response.parsed is not None and not isinstance(response.parsed, ErrorBodyDto), response
    assert response.parsed.code == response.status_code, response
    return response.parsed


def refused(response, status):
    """Returns the body of an error with a status."""
    assert isinstance(response.parsed, ErrorBodyDto), response
    assert response.status_code == status == response.parsed.code, response
    return response.parsed


def session():
    assert done(get_session.sync_detailed(client=client)).authenticated is False
    wrong = SignInDto(user_name=ADMINISTRATOR, password="not the password")
    assert refused(sign_in.sync_detailed(client=client, body=wrong), 401).route_name == "/signin"
    right = SignInDto(user_name=ADMINISTRATOR, password=PASSWORD)
    done(sign_in.sync_detailed(client=client, body=right))
    assert done(get_session.sync_detailed(client=client)).user.user_name == ADMINISTRATOR


def token():
    nightly = CreateApiTokenDto(token_name="nightly")
    created = done(create_user_token_current.sync_detailed(client=client, body=nightly))
    program = AuthenticatedClient(base_url=URL, token=created.value)
    assert done(get_session.sync_detailed(client=program)).token.token_name == "nightly"
    # Without the role of an administrator.
    assert refused(list_users.sync_detailed(client=program), 403).error_code == "permission_denied"
    another = CreateApiTokenDto(token_name="another")
    more = create_user_token_current.sync_detailed(client=program, body=another)
    assert refused(more, 403).error_code == "token_not_sufficient"
    done(revoke_user_token_current.sync_detailed(created.token.token_id, client=client))
    assert refused(get_session.sync_detailed(client=program), 401).error_code == "api_token_invalid"


def platform():
    group = CreateGroupDto(group_name="readers", description="Who read", discoverable=True)
    assert done(create_group.sync_detailed(client=client, body=group)).group.group_id > 0
    conflict = refused(create_group.sync_detailed(client=client, body=group), 409)
    assert conflict.param.name == "group_name" and conflict.group_name == "readers"
    user = CreateUserDto(
        user_name="reader",
        email="reader@example.org",
        password="a password for reading",
        group_name="readers",
    )
    assert done(create_user.sync_detailed(client=client, body=user)).user.status is UserStatus.OK
    service = CreateServiceDto(
        service_name="atlas", service_type=ServiceType.API, service_url="http://localhost:9000"
    )
    root = done(create_service.sync_detailed(client=client, body=service)).service
    assert root.service_type is ServiceType.API and root.configuration is None
    charts = CreateResourceDto(
        resource_name="charts", resource_type=ResourceType.ROUTE, parent_id=root.resource_id
    )
    upper = done(create_resource.sync_detailed(client=client, body=charts)).resource
    assert upper.parent_id == root.resource_id and upper.resource_type is ResourceType.ROUTE
    north = CreateServiceResourceDto(
        resource_name="north", resource_type=ResourceType.ROUTE, parent_id=upper.resource_id
    )
    lower = done(create_service_resource.sync_detailed("atlas", client=client, body=north)).resource
    assert lower.root_service_id == root.resource_id
    return root.resource_id, upper.resource_id, lower.resource_id


def permissions(north):
    read = PermissionBodyDto(permission_name="read")
    given = done(create_user_service_permission.sync_detailed("reader", "atlas", client=client, body=read))
    assert given.permission.name is PermissionName.READ and given.user_id > 0
    again = create_user_service_permission.sync_detailed("reader", "atlas", client=client, body=read)
    assert refused(again, 409).permission.name is PermissionName.READ
    deny = PermissionObject(name=PermissionName.READ, access=PermissionAccess.DENY)
    denied = PermissionBodyDto(permission=deny)
    put = done(set_user_service_permission.sync_detailed("reader", "atlas", client=client, body=denied))
    assert put.permission_name == "read-deny-recursive"
    effective = done(list_user_resource_permissions.sync_detailed("reader", north, client=client, effective=True))
    [entry] = [one for one in effective.permissions if one.name is PermissionName.READ]
    assert (entry.access, entry.type_) == (PermissionAccess.DENY, PermissionType.EFFECTIVE)
    why = done(
        explain_user_permission.sync_detailed("reader", north, client=client, permission=PermissionName.READ)
    )
    assert why.access is PermissionAccess.DENY and [rule.used for rule in why.rules] == [True]
    assert why.everywhere.granted is False and why.everywhere.kept_by.resource_name == "atlas"
    done(delete_user_service_permission.sync_detailed("reader", "atlas", client=client, body=read))
    steps = [
        BranchStep(
            resource_name="atlas", resource_type=ResourceType.SERVICE, permission="read", group="readers"
        ),
        BranchStep(
            resource_name="drafts",
            resource_type=ResourceType.ROUTE,
            permission=deny,
            user="reader",
            action=BranchAction.CREATE,
        ),
    ]
    done(update_permissions.sync_detailed(client=client, body=UpdatePermissionsDto(permissions=steps)))
    rules = done(list_group_service_permissions.sync_detailed("readers", "atlas", client=client))
    assert "read" in rules.permission_names
    odd = PermissionBodyDto(permission="read-zzz")
    misread = set_user_resource_permission.sync_detailed("reader", north, client=client, body=odd)
    assert refused(misread, 422).call.exception == "PermissionSyntax"


def renames(charts):
    maps = RenameResourceDto(resource_name="maps")
    assert done(rename_resource.sync_detailed(charts, client=client, body=maps)).old_resource_name == "charts"
    done(update_group.sync_detailed("readers", client=client, body=UpdateGroupDto(group_name="sailors")))
    done(update_service.sync_detailed("atlas", client=client, body=UpdateServiceDto(service_name="globe")))
    done(update_user.sync_detailed("reader", client=client, body=UpdateUserDto(user_name="writer")))


def listings(root):
    names = []
    while page := done(
        list_groups.sync_detailed(client=client, limit=2, **({"after": names[-1]} if names else {}))
    ).group_names:
        names += page
    assert "sailors" in names and names == done(list_groups.sync_detailed(client=client)).group_names
    users = done(list_users.sync_detailed(client=client, detail=True, status="OK")).users
    assert [one.email for one in users if one.user_name == "writer"] == ["reader@example.org"]
    [first] = done(list_resource_children.sync_detailed(root, client=client, limit=1)).children
    [second] = done(list_resource_children.sync_detailed(root, client=client, after=first.resource_id)).children
    assert (first.has_children, second.resource_name) == (True, "drafts")
    by_type = done(list_services.sync_detailed(client=client)).services
    assert by_type["api"]["globe"].resource_id == root
    flat = done(list_services.sync_detailed(client=client, flatten=True, type_="api")).services
    assert [one.service_name for one in flat] == ["globe"]
    changes = done(list_changes.sync_detailed(client=client, limit=1))
    assert changes.newest_revision > 1 and len(changes.revisions) == 1
    assert refused(get_user.sync_detailed("unknown", client=client), 404).route_name == "/users/{user_name}"


def remove_all():
    done(delete_service.sync_detailed("globe", client=client, body=PushBodyDto(service_push=False)))
    done(delete_group.sync_detailed("sailors", client=client))
    done(delete_user.sync_detailed("writer", client=client))
    assert refused(get_service.sync_detailed("globe", client=client), 404).param.name == "service_name"
    done(sign_out.sync_detailed(client=client))
    assert refused(list_users.sync_detailed(client=client), 401).detail != ""


session()
token()
root, charts, north = platform()
permissions(north)
renames(charts)
listings(root)
remove_all()
