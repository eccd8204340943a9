package main

import (
	"context"
	"net/http"
	"net/http/cookiejar"
	"slices"

	. "gatehouse.example/clients/gatehouse"
)

// teller is a client with its own session.
type teller struct {
	*ClientWithResponses
	ctx context.Context
}

func tellStory(url, administrator, password string) {
	jar, err := cookiejar.New(nil)
	must(err)
	client, err := NewClientWithResponses(url, WithHTTPClient(&http.Client{Jar: jar}))
	must(err)
	teller := teller{client, context.Background()}
	teller.session(administrator, password)
	root, charts, north := teller.platform()
	teller.permissions(north)
	teller.renames(charts)
	teller.listings(root)
	teller.theEnd()
}

func (t teller) session(administrator, password string) {
	before, err := t.GetSessionWithResponse(t.ctx, nil)
	check(!done(before.JSON200, before, err).Authenticated, before)
	wrong, err := t.SignInWithResponse(t.ctx, nil, SignInDto{UserName: administrator, Password: ptr("not the password")})
	check(done(wrong.JSON401, wrong, err).RouteName == "/signin", wrong)
	right, err := t.SignInWithResponse(t.ctx, nil, SignInDto{UserName: administrator, Password: &password})
	done(right.JSON200, right, err)
	after, err := t.GetSessionWithResponse(t.ctx, nil)
	check(done(after.JSON200, after, err).User.UserName == administrator, after)
}

func (t teller) platform() (root, charts, north int) {
	group := CreateGroupDto{GroupName: "readers", Description: ptr("Who read"), Discoverable: ptr(true)}
	made, err := t.CreateGroupWithResponse(t.ctx, nil, group)
	check(done(made.JSON201, made, err).Group.GroupId > 0, made)
	again, err := t.CreateGroupWithResponse(t.ctx, nil, group)
	conflict := done(again.JSON409, again, err)
	check(*conflict.Param.Name == "group_name" && *conflict.GroupName == "readers", conflict)
	user, err := t.CreateUserWithResponse(t.ctx, nil, CreateUserDto{
		UserName: "reader", Email: "reader@example.org", Password: ptr("a password for reading"), GroupName: ptr("readers"),
	})
	check(done(user.JSON201, user, err).User.Status == UserStatusOK, user)
	atlas, err := t.CreateServiceWithResponse(t.ctx, nil, CreateServiceDto{
		ServiceName: "atlas", ServiceType: ServiceTypeApi, ServiceUrl: "http://localhost:9000",
	})
	service := done(atlas.JSON201, atlas, err).Service
	check(service.ServiceType == ServiceTypeApi && service.Configuration == nil, service)
	upper, err := t.CreateResourceWithResponse(t.ctx, nil, CreateResourceDto{
		ResourceName: "charts", ResourceType: ResourceTypeRoute, ParentId: service.ResourceId,
	})
	above := done(upper.JSON201, upper, err).Resource
	check(*above.ParentId == service.ResourceId && above.ResourceType == ResourceTypeRoute, above)
	lower, err := t.CreateServiceResourceWithResponse(t.ctx, "atlas", nil, CreateServiceResourceDto{
		ResourceName: "north", ResourceType: ResourceTypeRoute, ParentId: &above.ResourceId,
	})
	below := done(lower.JSON201, lower, err).Resource
	check(*below.RootServiceId == service.ResourceId, below)
	return service.ResourceId, above.ResourceId, below.ResourceId
}

func (t teller) permissions(north int) {
	read := PermissionBodyDto{PermissionName: asText("read")}
	given, err := t.CreateUserServicePermissionWithResponse(t.ctx, "reader", "atlas", nil, read)
	rule := done(given.JSON201, given, err)
	check(rule.Permission.Name == PermissionNameRead && rule.UserId > 0, rule)
	again, err := t.CreateUserServicePermissionWithResponse(t.ctx, "reader", "atlas", nil, read)
	check(done(again.JSON409, again, err).Permission.Name == PermissionNameRead, again)
	denied := PermissionBodyDto{Permission: asObject(PermissionObject{Name: PermissionNameRead, Access: ptr(Deny)})}
	put, err := t.SetUserServicePermissionWithResponse(t.ctx, "reader", "atlas", nil, denied)
	check(done(put.JSON200, put, err).PermissionName == "read-deny-recursive", put)
	effective, err := t.ListUserResourcePermissionsWithResponse(t.ctx, "reader", north,
		&ListUserResourcePermissionsParams{Effective: ptr(true)})
	entries := done(effective.JSON200, effective, err).Permissions
	found := slices.IndexFunc(entries, func(one PermissionEntryDto) bool { return one.Name == PermissionNameRead })
	check(entries[found].Access == Deny && entries[found].Type == Effective, entries)
	explained, err := t.ExplainUserPermissionWithResponse(t.ctx, "reader", north,
		&ExplainUserPermissionParams{Permission: PermissionNameRead})
	why := done(explained.JSON200, explained, err)
	check(why.Access == Deny && len(why.Rules) == 1 && why.Rules[0].Used, why)
	check(!why.Everywhere.Granted && why.Everywhere.KeptBy.ResourceName == "atlas", why)
	gone, err := t.DeleteUserServicePermissionWithResponse(t.ctx, "reader", "atlas", nil, read)
	done(gone.JSON200, gone, err)
	branch, err := t.UpdatePermissionsWithResponse(t.ctx, nil, UpdatePermissionsDto{Permissions: []BranchStep{
		{ResourceName: "atlas", ResourceType: ResourceTypeService, Permission: asText("read"), Group: ptr("readers")},
		{
			ResourceName: "drafts", ResourceType: ResourceTypeRoute, Permission: denied.Permission,
			User: ptr("reader"), Action: ptr(Create),
		},
	}})
	done(branch.JSON200, branch, err)
	rules, err := t.ListGroupServicePermissionsWithResponse(t.ctx, "readers", "atlas", nil)
	check(slices.Contains(done(rules.JSON200, rules, err).PermissionNames, "read"), rules)
	misread, err := t.SetUserResourcePermissionWithResponse(t.ctx, "reader", north, nil,
		PermissionBodyDto{Permission: asText("read-zzz")})
	check(done(misread.JSON422, misread, err).Call.Exception == "PermissionSyntax", misread)
}

func (t teller) renames(charts int) {
	maps, err := t.RenameResourceWithResponse(t.ctx, charts, nil, RenameResourceDto{ResourceName: "maps"})
	check(done(maps.JSON200, maps, err).OldResourceName == "charts", maps)
	sailors, err := t.UpdateGroupWithResponse(t.ctx, "readers", nil, UpdateGroupDto{GroupName: ptr("sailors")})
	done(sailors.JSON200, sailors, err)
	globe, err := t.UpdateServiceWithResponse(t.ctx, "atlas", nil, UpdateServiceDto{ServiceName: ptr("globe")})
	done(globe.JSON200, globe, err)
	writer, err := t.UpdateUserWithResponse(t.ctx, "reader", nil, UpdateUserDto{UserName: ptr("writer")})
	done(writer.JSON200, writer, err)
}

func (t teller) listings(root int) {
	names := []string{}
	for {
		page := ListGroupsParams{Limit: ptr(2)}
		if len(names) > 0 {
			page.After = &names[len(names)-1]
		}
		groups, err := t.ListGroupsWithResponse(t.ctx, &page)
		found := done(groups.JSON200, groups, err).GroupNames
		if len(found) == 0 {
			break
		}
		names = append(names, found...)
	}
	all, err := t.ListGroupsWithResponse(t.ctx, nil)
	check(slices.Contains(names, "sailors") && slices.Equal(names, done(all.JSON200, all, err).GroupNames), names)
	users, err := t.ListUsersWithResponse(t.ctx, &ListUsersParams{Detail: ptr(true), Status: ptr("OK")})
	listed := *done(users.JSON200, users, err).Users
	writer := slices.IndexFunc(listed, func(one UserSummaryDto) bool { return one.UserName == "writer" })
	check(listed[writer].Email == "reader@example.org", listed)
	first, err := t.ListResourceChildrenWithResponse(t.ctx, root, &ListResourceChildrenParams{Limit: ptr(1)})
	eldest := done(first.JSON200, first, err).Children[0]
	second, err := t.ListResourceChildrenWithResponse(t.ctx, root, &ListResourceChildrenParams{After: &eldest.ResourceId})
	next := done(second.JSON200, second, err).Children
	check(eldest.HasChildren && len(next) == 1 && next[0].ResourceName == "drafts", next)
	services, err := t.ListServicesWithResponse(t.ctx, nil)
	byType, err := done(services.JSON200, services, err).Services.AsServicesByType()
	must(err)
	check(byType["api"]["globe"].ResourceId == root, byType)
	flattened, err := t.ListServicesWithResponse(t.ctx, &ListServicesParams{Flatten: ptr(true), Type: ptr("api")})
	flat, err := done(flattened.JSON200, flattened, err).Services.AsServiceList()
	must(err)
	check(len(flat) == 1 && flat[0].ServiceName == "globe", flat)
	changes, err := t.ListChangesWithResponse(t.ctx, &ListChangesParams{Limit: ptr(1)})
	page := done(changes.JSON200, changes, err)
	check(page.NewestRevision > 1 && len(page.Revisions) == 1, page)
	nobody, err := t.GetUserWithResponse(t.ctx, "nobody", nil)
	check(done(nobody.JSON404, nobody, err).RouteName == "/users/{user_name}", nobody)
}

func (t teller) theEnd() {
	service, err := t.DeleteServiceWithResponse(t.ctx, "globe", nil, PushBodyDto{ServicePush: ptr(false)})
	done(service.JSON200, service, err)
	group, err := t.DeleteGroupWithResponse(t.ctx, "sailors", nil)
	done(group.JSON200, group, err)
	user, err := t.DeleteUserWithResponse(t.ctx, "writer", nil)
	done(user.JSON200, user, err)
	gone, err := t.GetServiceWithResponse(t.ctx, "globe", nil)
	check(*done(gone.JSON404, gone, err).Param.Name == "service_name", gone)
	left, err := t.SignOutWithResponse(t.ctx, nil)
	done(left.JSON200, left, err)
	refused, err := t.ListUsersWithResponse(t.ctx, nil)
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
