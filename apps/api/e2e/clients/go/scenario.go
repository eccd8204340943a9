package main

import (
	"context"
	"net/http"
	"net/http/cookiejar"
	"slices"

	. "gatehouse.example/clients/gatehouse"
)

// scenarioClient is a client with a separate session.
type scenarioClient struct {
	*ClientWithResponses
	ctx context.Context
}

func runScenario(url, administrator, password string) {
	jar, err := cookiejar.New(nil)
	must(err)
	client, err := NewClientWithResponses(url, WithHTTPClient(&http.Client{Jar: jar}))
	must(err)
	scenario := scenarioClient{client, context.Background()}
	scenario.session(administrator, password)
	scenario.token(url)
	root, charts, north := scenario.platform()
	scenario.permissions(north)
	scenario.renames(charts)
	scenario.listings(root)
	scenario.removeAll()
}

func (c scenarioClient) session(administrator, password string) {
	before, err := c.GetSessionWithResponse(c.ctx, nil)
	check(!done(before.JSON200, before, err).Authenticated, before)
	wrong, err := c.SignInWithResponse(c.ctx, nil, SignInDto{UserName: administrator, Password: ptr("not the password")})
	check(done(wrong.JSON401, wrong, err).RouteName == "/signin", wrong)
	right, err := c.SignInWithResponse(c.ctx, nil, SignInDto{UserName: administrator, Password: &password})
	done(right.JSON200, right, err)
	after, err := c.GetSessionWithResponse(c.ctx, nil)
	check(done(after.JSON200, after, err).User.UserName == administrator, after)
}

func (c scenarioClient) token(url string) {
	created, err := c.CreateUserTokenCurrentWithResponse(c.ctx, nil, CreateApiTokenDto{TokenName: "nightly"})
	token := done(created.JSON201, created, err)
	program, err := NewClientWithResponses(url, WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+token.Value)
		return nil
	}))
	must(err)
	session, err := program.GetSessionWithResponse(c.ctx, nil)
	check(done(session.JSON200, session, err).Token.TokenName == "nightly", session)
	// Without the role of an administrator.
	users, err := program.ListUsersWithResponse(c.ctx, nil)
	check(done(users.JSON403, users, err).ErrorCode == "permission_denied", users)
	another, err := program.CreateUserTokenCurrentWithResponse(c.ctx, nil, CreateApiTokenDto{TokenName: "another"})
	check(done(another.JSON403, another, err).ErrorCode == "token_not_sufficient", another)
	revoked, err := c.RevokeUserTokenCurrentWithResponse(c.ctx, token.Token.TokenId, nil)
	done(revoked.JSON200, revoked, err)
	refused, err := program.GetSessionWithResponse(c.ctx, nil)
	check(done(refused.JSON401, refused, err).ErrorCode == "api_token_invalid", refused)
}

func (c scenarioClient) platform() (root, charts, north int) {
	group := CreateGroupDto{GroupName: "readers", Description: ptr("Who read"), Discoverable: ptr(true)}
	created, err := c.CreateGroupWithResponse(c.ctx, nil, group)
	check(done(created.JSON201, created, err).Group.GroupId > 0, created)
	again, err := c.CreateGroupWithResponse(c.ctx, nil, group)
	conflict := done(again.JSON409, again, err)
	check(*conflict.Param.Name == "group_name" && *conflict.GroupName == "readers", conflict)
	user, err := c.CreateUserWithResponse(c.ctx, nil, CreateUserDto{
		UserName: "reader", Email: "reader@example.org", Password: ptr("a password for reading"), GroupName: ptr("readers"),
	})
	check(done(user.JSON201, user, err).User.Status == UserStatusOK, user)
	atlas, err := c.CreateServiceWithResponse(c.ctx, nil, CreateServiceDto{
		ServiceName: "atlas", ServiceType: ServiceTypeApi, ServiceUrl: "http://localhost:9000",
	})
	service := done(atlas.JSON201, atlas, err).Service
	check(service.ServiceType == ServiceTypeApi && service.Configuration == nil, service)
	upper, err := c.CreateResourceWithResponse(c.ctx, nil, CreateResourceDto{
		ResourceName: "charts", ResourceType: ResourceTypeRoute, ParentId: service.ResourceId,
	})
	above := done(upper.JSON201, upper, err).Resource
	check(*above.ParentId == service.ResourceId && above.ResourceType == ResourceTypeRoute, above)
	lower, err := c.CreateServiceResourceWithResponse(c.ctx, "atlas", nil, CreateServiceResourceDto{
		ResourceName: "north", ResourceType: ResourceTypeRoute, ParentId: &above.ResourceId,
	})
	below := done(lower.JSON201, lower, err).Resource
	check(*below.RootServiceId == service.ResourceId, below)
	return service.ResourceId, above.ResourceId, below.ResourceId
}

func (c scenarioClient) permissions(north int) {
	read := PermissionBodyDto{PermissionName: asText("read")}
	assigned, err := c.CreateUserServicePermissionWithResponse(c.ctx, "reader", "atlas", nil, read)
	assignment := done(assigned.JSON201, assigned, err)
	check(assignment.Permission.Name == PermissionNameRead && assignment.UserId > 0, assignment)
	again, err := c.CreateUserServicePermissionWithResponse(c.ctx, "reader", "atlas", nil, read)
	check(done(again.JSON409, again, err).Permission.Name == PermissionNameRead, again)
	denied := PermissionBodyDto{Permission: asObject(PermissionObject{Name: PermissionNameRead, Access: ptr(Deny)})}
	put, err := c.SetUserServicePermissionWithResponse(c.ctx, "reader", "atlas", nil, denied)
	check(done(put.JSON200, put, err).PermissionName == "read-deny-recursive", put)
	effective, err := c.ListUserResourcePermissionsWithResponse(c.ctx, "reader", north,
		&ListUserResourcePermissionsParams{Effective: ptr(true)})
	entries := done(effective.JSON200, effective, err).Permissions
	found := slices.IndexFunc(entries, func(one PermissionEntryDto) bool { return one.Name == PermissionNameRead })
	check(entries[found].Access == Deny && entries[found].Type == PermissionTypeEffective, entries)
	explained, err := c.ExplainUserPermissionWithResponse(c.ctx, "reader", north,
		&ExplainUserPermissionParams{Permission: PermissionNameRead})
	why := done(explained.JSON200, explained, err)
	check(why.Access == Deny && len(why.Rules) == 1 && why.Rules[0].Used, why)
	check(!why.Everywhere.Granted && why.Everywhere.KeptBy.ResourceName == "atlas", why)
	deleted, err := c.DeleteUserServicePermissionWithResponse(c.ctx, "reader", "atlas", nil, read)
	done(deleted.JSON200, deleted, err)
	branch, err := c.UpdatePermissionsWithResponse(c.ctx, nil, UpdatePermissionsDto{Permissions: []BranchStep{
		{ResourceName: "atlas", ResourceType: ResourceTypeService, Permission: asText("read"), Group: ptr("readers")},
		{
			ResourceName: "drafts", ResourceType: ResourceTypeRoute, Permission: denied.Permission,
			User: ptr("reader"), Action: ptr(BranchActionCreate),
		},
	}})
	done(branch.JSON200, branch, err)
	assignments, err := c.ListGroupServicePermissionsWithResponse(c.ctx, "readers", "atlas", nil)
	check(slices.Contains(done(assignments.JSON200, assignments, err).PermissionNames, "read"), assignments)
	misread, err := c.SetUserResourcePermissionWithResponse(c.ctx, "reader", north, nil,
		PermissionBodyDto{Permission: asText("read-zzz")})
	check(done(misread.JSON422, misread, err).Call.Exception == "PermissionSyntax", misread)
}

func (c scenarioClient) renames(charts int) {
	maps, err := c.RenameResourceWithResponse(c.ctx, charts, nil, RenameResourceDto{ResourceName: "maps"})
	check(done(maps.JSON200, maps, err).OldResourceName == "charts", maps)
	sailors, err := c.UpdateGroupWithResponse(c.ctx, "readers", nil, UpdateGroupDto{GroupName: ptr("sailors")})
	done(sailors.JSON200, sailors, err)
	globe, err := c.UpdateServiceWithResponse(c.ctx, "atlas", nil, UpdateServiceDto{ServiceName: ptr("globe")})
	done(globe.JSON200, globe, err)
	writer, err := c.UpdateUserWithResponse(c.ctx, "reader", nil, UpdateUserDto{UserName: ptr("writer")})
	done(writer.JSON200, writer, err)
}

func (c scenarioClient) listings(root int) {
	names := []string{}
	for {
		page := ListGroupsParams{Limit: ptr(2)}
		if len(names) > 0 {
			page.After = &names[len(names)-1]
		}
		groups, err := c.ListGroupsWithResponse(c.ctx, &page)
		found := done(groups.JSON200, groups, err).GroupNames
		if len(found) == 0 {
			break
		}
		names = append(names, found...)
	}
	all, err := c.ListGroupsWithResponse(c.ctx, nil)
	check(slices.Contains(names, "sailors") && slices.Equal(names, done(all.JSON200, all, err).GroupNames), names)
	users, err := c.ListUsersWithResponse(c.ctx, &ListUsersParams{Detail: ptr(true), Status: ptr("OK")})
	listed := *done(users.JSON200, users, err).Users
	writer := slices.IndexFunc(listed, func(one UserSummaryDto) bool { return one.UserName == "writer" })
	check(listed[writer].Email == "reader@example.org", listed)
	first, err := c.ListResourceChildrenWithResponse(c.ctx, root, &ListResourceChildrenParams{Limit: ptr(1)})
	eldest := done(first.JSON200, first, err).Children[0]
	second, err := c.ListResourceChildrenWithResponse(c.ctx, root, &ListResourceChildrenParams{After: &eldest.ResourceId})
	next := done(second.JSON200, second, err).Children
	check(eldest.HasChildren && len(next) == 1 && next[0].ResourceName == "drafts", next)
	services, err := c.ListServicesWithResponse(c.ctx, nil)
	byType, err := done(services.JSON200, services, err).Services.AsServicesByType()
	must(err)
	check(byType["api"]["globe"].ResourceId == root, byType)
	flattened, err := c.ListServicesWithResponse(c.ctx, &ListServicesParams{Flatten: ptr(true), Type: ptr("api")})
	flat, err := done(flattened.JSON200, flattened, err).Services.AsServiceList()
	must(err)
	check(len(flat) == 1 && flat[0].ServiceName == "globe", flat)
	changes, err := c.ListChangesWithResponse(c.ctx, &ListChangesParams{Limit: ptr(1)})
	page := done(changes.JSON200, changes, err)
	check(page.NewestRevision > 1 && len(page.Revisions) == 1, page)
	unknown, err := c.GetUserWithResponse(c.ctx, "unknown", nil)
	check(done(unknown.JSON404, unknown, err).RouteName == "/users/{user_name}", unknown)
}

func (c scenarioClient) removeAll() {
	service, err := c.DeleteServiceWithResponse(c.ctx, "globe", nil, PushBodyDto{ServicePush: ptr(false)})
	done(service.JSON200, service, err)
	group, err := c.DeleteGroupWithResponse(c.ctx, "sailors", nil)
	done(group.JSON200, group, err)
	user, err := c.DeleteUserWithResponse(c.ctx, "writer", nil)
	done(user.JSON200, user, err)
	deleted, err := c.GetServiceWithResponse(c.ctx, "globe", nil)
	check(*done(deleted.JSON404, deleted, err).Param.Name == "service_name", deleted)
	left, err := c.SignOutWithResponse(c.ctx, nil)
	done(left.JSON200, left, err)
	refused, err := c.ListUsersWithResponse(c.ctx, nil)
	check(done(refused.JSON401, refused, err).Detail != "", refused)
}

func asText(text string) *Permission {
	var permission Permission
	must(permission.FromPermissionText(text))
	return &permission
}

func asObject(object PermissionObject) *Permission {
	var permission Permission
	must(permission.FromPermissionObject(object))
	return &permission
}
