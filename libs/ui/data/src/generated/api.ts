// Generated from docs/openapi.json by tools/scripts/generate-client.mjs; do not edit.

export interface paths {
    "/register/password-reset": {
        post: operations["request_password_reset"];
    };
    "/": {
        get: operations["get_root"];
    };
    "/version": {
        get: operations["get_version"];
    };
    "/ui/settings.json": {
        get: operations["get_console_settings"];
    };
    "/json": {
        get: operations["get_api_description"];
    };
    "/api": {
        get: operations["get_api_documentation"];
    };
    "/audit": {
        get: operations["list_audit_entries"];
    };
    "/audit/export.csv": {
        get: operations["export_audit_csv"];
    };
    "/audit/export.jsonl": {
        get: operations["export_audit_json_lines"];
    };
    "/changes": {
        get: operations["list_changes"];
    };
    "/changes/events": {
        get: operations["stream_change_events"];
    };
    "/changes/{revision}/undo": {
        post: operations["undo_change"];
    };
    "/groups": {
        get: operations["list_groups"];
        post: operations["create_group"];
    };
    "/groups/{group_name}": {
        get: operations["get_group"];
        delete: operations["delete_group"];
        patch: operations["update_group"];
    };
    "/groups/{group_name}/users": {
        get: operations["list_group_users"];
    };
    "/groups/{group_name}/terms": {
        get: operations["list_group_terms"];
        post: operations["publish_group_terms"];
    };
    "/groups/{group_name}/terms/acceptances": {
        get: operations["list_group_terms_acceptances"];
    };
    "/tmp/{token}": {
        get: operations["open_link"];
        post: operations["use_link"];
    };
    "/tmp/{token}/details": {
        get: operations["describe_link"];
    };
    "/network/nodes": {
        get: operations["list_network_nodes"];
        post: operations["create_network_node"];
    };
    "/network/nodes/{node_name}": {
        get: operations["get_network_node"];
        delete: operations["delete_network_node"];
        patch: operations["update_network_node"];
    };
    "/network/nodes/{node_name}/state": {
        get: operations["get_network_node_state"];
        post: operations["check_network_node"];
    };
    "/network/nodes/{node_name}/token": {
        get: operations["request_network_token"];
        delete: operations["cancel_network_token"];
    };
    "/network/remote_users": {
        get: operations["list_remote_users"];
        post: operations["create_remote_user"];
    };
    "/network/remote_users/current": {
        get: operations["list_own_remote_users"];
    };
    "/network/nodes/{node_name}/remote_users/{remote_user_name}": {
        get: operations["get_remote_user"];
        delete: operations["delete_remote_user"];
        patch: operations["update_remote_user"];
    };
    "/network/token": {
        post: operations["issue_network_token"];
        delete: operations["revoke_network_token"];
    };
    "/network/tokens": {
        delete: operations["purge_network_tokens"];
    };
    "/network/jwks": {
        get: operations["list_network_keys"];
    };
    "/network/decode_jwt": {
        get: operations["decode_network_jwt"];
    };
    "/network/nodes/{node_name}/link": {
        post: operations["link_network_account"];
    };
    "/network/link": {
        get: operations["complete_network_link"];
    };
    "/network/authorize": {
        get: operations["open_link_consent"];
        post: operations["give_link_consent"];
    };
    "/ui/network/authorize": {
        get: operations["open_link_consent_page"];
    };
    "/notifications": {
        get: operations["list_notifications"];
    };
    "/notifications/{notification_id}": {
        get: operations["get_notification"];
    };
    "/notifications/{notification_id}/replay": {
        post: operations["replay_notification"];
    };
    "/webhooks": {
        get: operations["list_webhooks"];
        post: operations["create_webhook"];
    };
    "/webhooks/{webhook_id}": {
        get: operations["get_webhook"];
        delete: operations["delete_webhook"];
        patch: operations["update_webhook"];
    };
    "/webhooks/{webhook_id}/secret": {
        post: operations["replace_webhook_secret"];
    };
    "/webhooks/{webhook_id}/resume": {
        post: operations["resume_webhook"];
    };
    "/webhooks/{webhook_id}/deliveries": {
        get: operations["list_webhook_deliveries"];
    };
    "/webhooks/{webhook_id}/deliveries/{delivery_id}": {
        get: operations["get_webhook_delivery"];
    };
    "/webhooks/{webhook_id}/deliveries/{delivery_id}/replay": {
        post: operations["replay_webhook_delivery"];
    };
    "/providers": {
        get: operations["list_providers"];
        post: operations["create_provider"];
    };
    "/providers/{provider_name}": {
        get: operations["get_provider"];
        delete: operations["delete_provider"];
        patch: operations["update_provider"];
    };
    "/users": {
        get: operations["list_users"];
        post: operations["create_user"];
    };
    "/users/{user_name}": {
        get: operations["get_user"];
        delete: operations["delete_user"];
        patch: operations["update_user"];
    };
    "/users/current": {
        get: operations["get_user_current"];
        delete: operations["delete_user_current"];
        patch: operations["update_user_current"];
    };
    "/users/{user_name}/groups": {
        get: operations["list_user_groups"];
        post: operations["join_group_as_administrator"];
    };
    "/users/current/groups": {
        get: operations["list_user_groups_current"];
        post: operations["join_group_as_administrator_current"];
    };
    "/users/{user_name}/groups/{group_name}": {
        delete: operations["leave_group_as_administrator"];
    };
    "/users/current/groups/{group_name}": {
        delete: operations["leave_group_as_administrator_current"];
    };
    "/services/types": {
        get: operations["list_service_types"];
    };
    "/services/types/{service_type}": {
        get: operations["list_services_of_type"];
    };
    "/services/types/{service_type}/resources": {
        get: operations["list_resource_types_of_service_type"];
    };
    "/services/types/{service_type}/resources/types": {
        get: operations["list_resource_type_names_of_service_type"];
    };
    "/services": {
        get: operations["list_services"];
        post: operations["create_service"];
    };
    "/services/{service_name}": {
        get: operations["get_service"];
        delete: operations["delete_service"];
        patch: operations["update_service"];
    };
    "/services/{service_name}/permissions": {
        get: operations["list_service_permissions"];
    };
    "/services/{service_name}/unregistered_names": {
        get: operations["list_unregistered_names"];
    };
    "/services/{service_name}/announced_names": {
        get: operations["list_announced_names"];
    };
    "/resources": {
        get: operations["list_resources"];
        post: operations["create_resource"];
    };
    "/resources/{resource_id}": {
        get: operations["get_resource"];
        delete: operations["delete_resource"];
        patch: operations["rename_resource"];
    };
    "/resources/{resource_id}/children": {
        get: operations["list_resource_children"];
    };
    "/resources/{resource_id}/permissions": {
        get: operations["list_resource_permissions"];
    };
    "/resources/{resource_id}/types": {
        get: operations["get_resource_position"];
    };
    "/services/{service_name}/resources": {
        get: operations["list_service_resources"];
        post: operations["create_service_resource"];
    };
    "/services/{service_name}/resources/{resource_id}": {
        get: operations["get_service_resource"];
        delete: operations["delete_service_resource"];
    };
    "/users/{user_name}/services": {
        get: operations["list_user_services"];
    };
    "/users/current/services": {
        get: operations["list_user_services_current"];
    };
    "/users/{user_name}/resources": {
        get: operations["list_user_resources"];
    };
    "/users/current/resources": {
        get: operations["list_user_resources_current"];
    };
    "/users/{user_name}/services/{service_name}/resources": {
        get: operations["list_user_service_resources"];
    };
    "/users/current/services/{service_name}/resources": {
        get: operations["list_user_service_resources_current"];
    };
    "/groups/{group_name}/services": {
        get: operations["list_group_services"];
    };
    "/groups/{group_name}/resources": {
        get: operations["list_group_resources"];
    };
    "/groups/{group_name}/services/{service_name}/resources": {
        get: operations["list_group_service_resources"];
    };
    "/users/{user_name}/resources/{resource_id}/permissions/explain": {
        get: operations["explain_user_permission"];
    };
    "/users/current/resources/{resource_id}/permissions/explain": {
        get: operations["explain_user_permission_current"];
    };
    "/groups/{group_name}/resources/{resource_id}/permissions/explain": {
        get: operations["explain_group_member_permission"];
    };
    "/permissions": {
        patch: operations["update_permissions"];
    };
    "/services/{service_name}/matrix": {
        get: operations["read_permission_matrix"];
    };
    "/permissions/changes": {
        post: operations["change_permissions"];
    };
    "/permissions/changed_since": {
        post: operations["list_changed_assignments"];
    };
    "/permissions/preview": {
        post: operations["preview_permissions"];
    };
    "/resources/{resource_id}/access": {
        get: operations["list_resource_access"];
    };
    "/resources/{resource_id}/location": {
        get: operations["locate_resource"];
    };
    "/users/{user_name}/services/{service_name}/permissions": {
        get: operations["list_user_service_permissions"];
        put: operations["set_user_service_permission"];
        post: operations["create_user_service_permission"];
        delete: operations["delete_user_service_permission"];
    };
    "/users/current/services/{service_name}/permissions": {
        get: operations["list_user_service_permissions_current"];
        put: operations["set_user_service_permission_current"];
        post: operations["create_user_service_permission_current"];
        delete: operations["delete_user_service_permission_current"];
    };
    "/users/{user_name}/services/{service_name}/permissions/{permission_name}": {
        delete: operations["delete_user_service_permission_by_name"];
    };
    "/users/current/services/{service_name}/permissions/{permission_name}": {
        delete: operations["delete_user_service_permission_by_name_current"];
    };
    "/users/{user_name}/resources/{resource_id}/permissions": {
        get: operations["list_user_resource_permissions"];
        put: operations["set_user_resource_permission"];
        post: operations["create_user_resource_permission"];
        delete: operations["delete_user_resource_permission"];
    };
    "/users/current/resources/{resource_id}/permissions": {
        get: operations["list_user_resource_permissions_current"];
        put: operations["set_user_resource_permission_current"];
        post: operations["create_user_resource_permission_current"];
        delete: operations["delete_user_resource_permission_current"];
    };
    "/users/{user_name}/resources/{resource_id}/permissions/{permission_name}": {
        delete: operations["delete_user_resource_permission_by_name"];
    };
    "/users/current/resources/{resource_id}/permissions/{permission_name}": {
        delete: operations["delete_user_resource_permission_by_name_current"];
    };
    "/groups/{group_name}/services/{service_name}/permissions": {
        get: operations["list_group_service_permissions"];
        put: operations["set_group_service_permission"];
        post: operations["create_group_service_permission"];
        delete: operations["delete_group_service_permission"];
    };
    "/groups/{group_name}/services/{service_name}/permissions/{permission_name}": {
        delete: operations["delete_group_service_permission_by_name"];
    };
    "/groups/{group_name}/resources/{resource_id}/permissions": {
        get: operations["list_group_resource_permissions"];
        put: operations["set_group_resource_permission"];
        post: operations["create_group_resource_permission"];
        delete: operations["delete_group_resource_permission"];
    };
    "/groups/{group_name}/resources/{resource_id}/permissions/{permission_name}": {
        delete: operations["delete_group_resource_permission_by_name"];
    };
    "/register/groups": {
        get: operations["list_discoverable_groups"];
    };
    "/register/groups/{group_name}": {
        get: operations["get_discoverable_group"];
        post: operations["join_discoverable_group"];
        delete: operations["leave_discoverable_group"];
    };
    "/register/users": {
        get: operations["list_registrations"];
        post: operations["register_user"];
    };
    "/register/users/{registration_name}": {
        get: operations["get_registration"];
        delete: operations["delete_registration"];
    };
    "/register/users/{submitted_name}/resend": {
        post: operations["resend_registration_mail"];
    };
    "/requests/evaluate": {
        post: operations["evaluate_request"];
    };
    "/session": {
        get: operations["get_session"];
    };
    "/signin": {
        get: operations["sign_in_by_query"];
        post: operations["sign_in"];
    };
    "/signout": {
        get: operations["sign_out"];
        post: operations["sign_out_by_post"];
    };
    "/ui/login": {
        post: operations["sign_in_from_page"];
    };
    "/ui/continue": {
        get: operations["continue_after_sign_in"];
    };
    "/ui/logout": {
        get: operations["sign_out_from_page"];
    };
    "/providers/{provider_name}/signin": {
        get: operations["sign_in_with_provider"];
    };
    "/providers/{provider_name}/logout": {
        post: operations["log_out_by_provider"];
    };
    "/users/{user_name}/identities": {
        get: operations["list_user_identities"];
        post: operations["link_user_identity"];
    };
    "/users/current/identities": {
        get: operations["list_user_identities_current"];
        post: operations["link_user_identity_current"];
    };
    "/users/{user_name}/identities/{identity_id}": {
        delete: operations["unlink_user_identity"];
    };
    "/users/current/identities/{identity_id}": {
        delete: operations["unlink_user_identity_current"];
    };
    "/users/{user_name}/sessions": {
        get: operations["list_user_sessions"];
        delete: operations["end_user_sessions"];
    };
    "/users/current/sessions": {
        get: operations["list_user_sessions_current"];
        delete: operations["end_user_sessions_current"];
    };
    "/users/{user_name}/sessions/{session_id}": {
        delete: operations["end_user_session"];
    };
    "/users/current/sessions/{session_id}": {
        delete: operations["end_user_session_current"];
    };
    "/search": {
        get: operations["search"];
    };
    "/overview": {
        get: operations["get_overview"];
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AcceptanceDto: {
            acceptance_id: number;
            user_name: string;
            version: number;
            /** Format: date-time */
            accepted: string;
        };
        AcceptancesReply: components["schemas"]["AcceptancesReplyDto"] & components["schemas"]["CommonBodyDto"];
        AcceptancesReplyDto: {
            acceptances: components["schemas"]["AcceptanceDto"][];
        };
        AccessEntryDto: {
            user_name?: string;
            group_name?: string;
            permission_name: components["schemas"]["PermissionName"];
            access: components["schemas"]["PermissionAccess"];
            reason: string;
            resource_id: number | null;
            principal: string | null;
            member?: components["schemas"]["EffectiveCellDto"];
        };
        AccessListDto: {
            revision: number;
            total: number;
            offset: number;
            entries: components["schemas"]["AccessEntryDto"][];
        };
        AccessListReply: components["schemas"]["AccessListDto"] & components["schemas"]["CommonBodyDto"];
        ActorDto: {
            kind: components["schemas"]["ActorKind"];
            user_id: number | null;
            user_name: string | null;
            role: string | null;
            address: string | null;
            request_id: string | null;
        };
        /** @enum {string} */
        ActorKind: "user" | "anonymous" | "system";
        AnnouncedInstanceDto: {
            software: string;
            name: string;
        };
        AnnouncedNameDto: {
            name: string;
            title: string;
            level: number;
            is_group: boolean;
            is_registered: boolean;
            resources: components["schemas"]["PlacedNameDto"][];
        };
        AnnouncedNamesDto: {
            truncated: boolean;
            names: components["schemas"]["AnnouncedNameDto"][];
        };
        AnnouncedNamesReply: components["schemas"]["AnnouncedNamesDto"] & components["schemas"]["CommonBodyDto"];
        ApiDescription: {
            [key: string]: unknown;
        };
        AssignedGroupDto: {
            group_name: string;
            group_id: number;
        };
        AssignedResourceDto: {
            resource_name: string;
            resource_display_name: string;
            resource_type: components["schemas"]["ResourceType"];
            resource_id: number;
        };
        AssignmentChange: {
            resource_id: number;
            user_name?: string | null;
            group_name?: string | null;
            permission_name: components["schemas"]["PermissionName"];
            access: components["schemas"]["RequestedAccess"];
            scope?: components["schemas"]["PermissionScope"];
            revision?: number | null;
        };
        /** @enum {string} */
        AssignmentReason: "decides" | "decides-together" | "administrator" | "match-elsewhere" | "match-not-exact" | "user-first" | "group-first" | "closer" | "deny-first" | "recursive-first";
        AuditAbout: {
            [key: string]: string;
        };
        AuditDetails: {
            [key: string]: unknown;
        };
        AuditEntryDto: {
            id: number;
            /** Format: date-time */
            time: string;
            kind: string;
            revision: number | null;
            actor: components["schemas"]["ActorDto"];
            objects: components["schemas"]["AuditObjectDto"][];
            changes: components["schemas"]["FieldChangeDto"][];
            about: components["schemas"]["AuditAbout"];
            details: components["schemas"]["AuditDetails"];
            occurrences: number;
            summary?: components["schemas"]["RevisionSummaryDto"];
        };
        AuditObjectDto: {
            kind: components["schemas"]["AuditObjectKind"];
            id: number;
            name: string | null;
            path: string | null;
        };
        /** @enum {string} */
        AuditObjectKind: "user" | "group" | "resource";
        AuditReply: components["schemas"]["AuditReplyDto"] & components["schemas"]["CommonBodyDto"];
        AuditReplyDto: {
            entries: components["schemas"]["AuditEntryDto"][];
        };
        BackChannelLogoutDto: {
            /** Format: password */
            logout_token: string;
        };
        BasicServiceDto: {
            service_name: string;
            service_type: components["schemas"]["ServiceType"];
            service_sync_type: string | null;
            service_configurable: boolean;
            resource_id: number;
            public_url: string;
        };
        /** @enum {string} */
        BodyEncoding: "text" | "base64";
        /** @enum {string} */
        BodyKind: "none" | "unread" | "form" | "json" | "xml" | "other" | "unreadable";
        /** @enum {string} */
        BranchAction: "create" | "remove";
        BranchStep: {
            resource_name: string;
            resource_type: components["schemas"]["ResourceType"];
            permission?: components["schemas"]["Permission"];
            user?: string | null;
            group?: string | null;
            action?: components["schemas"]["BranchAction"];
        };
        ChangeDto: {
            entity: components["schemas"]["ChangedEntity"];
            operation: components["schemas"]["ChangeOperation"];
            before: components["schemas"]["ChangedRow"];
            after: components["schemas"]["ChangedRow"];
        };
        /** @enum {string} */
        ChangeOperation: "insert" | "update" | "delete";
        ChangePermissionsDto: {
            changes: components["schemas"]["AssignmentChange"][];
        };
        /** @enum {string} */
        ChangedEntity: "user" | "group" | "membership" | "resource" | "service" | "user_rule" | "group_rule" | "session" | "pending_user" | "group_terms" | "terms_acceptance" | "webhook" | "network_node" | "remote_user" | "network_token" | "identity_provider" | "external_identity" | "claimed_membership";
        ChangedRow: {
            [key: string]: unknown;
        } | null;
        ChangedSinceDto: {
            revision: number;
            assignments: components["schemas"]["ConflictingAssignmentDto"][];
        };
        ChangedSinceReply: components["schemas"]["ChangedSinceDto"] & components["schemas"]["CommonBodyDto"];
        ChangesReply: components["schemas"]["ChangesReplyDto"] & components["schemas"]["CommonBodyDto"];
        ChangesReplyDto: {
            newest_revision: number;
            revisions: components["schemas"]["RevisionDto"][];
        };
        CheckedConditions: {
            not_none?: boolean;
            is_none?: boolean;
            is_true?: boolean;
            is_false?: boolean;
            not_empty?: boolean;
            is_empty?: boolean;
            not_in?: boolean;
            is_in?: boolean;
            not_equal?: boolean;
            is_equal?: boolean;
            is_type?: boolean;
            matches?: boolean;
        };
        ChildResourceDto: {
            resource_name: string;
            resource_display_name: string;
            resource_type: components["schemas"]["ResourceType"];
            resource_id: number;
            parent_id: number | null;
            root_service_id: number | null;
            has_children: boolean;
        };
        ChildResourcesDto: {
            children: components["schemas"]["ChildResourceDto"][];
        };
        ChildResourcesReply: components["schemas"]["ChildResourcesDto"] & components["schemas"]["CommonBodyDto"];
        CommonBodyDto: {
            code: number;
            type: string;
            detail: string;
            path: string;
            url: string;
            method: string;
        };
        CompareChangesDto: {
            changes: components["schemas"]["AssignmentChange"][];
        };
        ConfiguredServiceDto: {
            service_name: string;
            service_type: components["schemas"]["ServiceType"];
            service_sync_type: string | null;
            service_configurable: boolean;
            resource_id: number;
            public_url: string;
            permission_names: string[];
            permissions: components["schemas"]["PermissionEntryDto"][];
            service_url: string;
            configuration: components["schemas"]["ServiceConfiguration"];
            proxy: components["schemas"]["ProxyOptions"];
        };
        ConfirmationDto: {
            /** Format: password */
            current_password?: string;
        };
        ConflictingAssignmentDto: {
            resource_id: number;
            user_name?: string;
            group_name?: string;
            permission_name: components["schemas"]["PermissionName"];
            current: components["schemas"]["ExplicitPermission"];
            deleted: boolean;
            revision: number;
            changed_by: string | null;
            /** Format: date-time */
            changed_at: string | null;
        };
        ConsentDto: {
            /** Format: password */
            request_token: string;
        };
        ConsentRequestDto: {
            node_name: string;
            base_url: string;
            requesting_user_name: string;
            user_name: string | null;
            redirect_uri: string;
            request_token: string;
            /** Format: date-time */
            expires_at: string;
        };
        ConsentRequestReply: components["schemas"]["ConsentRequestReplyDto"] & components["schemas"]["CommonBodyDto"];
        ConsentRequestReplyDto: {
            request?: components["schemas"]["ConsentRequestDto"];
        };
        ConsoleSettingsDto: {
            version: string;
            password_min_length: number;
            registration_enabled: boolean;
            registration_approval_enabled: boolean;
            password_reset_enabled: boolean;
            network_enabled: boolean;
            logged_user: string;
            admin_group: string;
            anonymous_user: string;
            proxy_public_url: string;
            providers: components["schemas"]["ProvidersListDto"];
            identity_providers: components["schemas"]["IdentityProviderSummaryDto"][];
        };
        ConsoleSettingsReply: components["schemas"]["ConsoleSettingsDto"] & components["schemas"]["CommonBodyDto"];
        CreateGroupDto: {
            group_name: string;
            description?: string;
            discoverable?: boolean;
            terms?: string;
        };
        CreateIdentityProviderDto: {
            definition: components["schemas"]["IdentityProviderDefinition"];
            /** Format: password */
            client_secret?: string;
        };
        CreateNodeDto: {
            name: string;
            base_url: string;
            jwks_url: string;
            token_url: string;
            authorization_url: string;
            redirect_uris?: components["schemas"]["RedirectUris"];
        };
        CreateRemoteUserDto: {
            remote_user_name: string;
            node_name: string;
            user_name?: string;
            /** Format: password */
            current_password?: string;
        };
        CreateResourceDto: {
            resource_type: components["schemas"]["ResourceType"];
            parent_id: number;
            resource_name: string;
            resource_display_name?: string;
        };
        CreateServiceDto: {
            service_push?: boolean;
            service_name: string;
            service_url: string;
            service_type: components["schemas"]["ServiceType"];
            service_sync_type?: string;
            configuration?: components["schemas"]["ServiceConfiguration"];
            proxy?: components["schemas"]["ProxyOptions"];
        };
        CreateServiceResourceDto: {
            resource_type: components["schemas"]["ResourceType"];
            parent_id?: number;
            resource_name: string;
            resource_display_name?: string;
        };
        CreateUserDto: {
            user_name: string;
            email: string;
            /** Format: password */
            password: string;
            group_name?: string;
        };
        CreateWebhookDto: {
            name: string;
            action: components["schemas"]["WebhookAction"];
            method: components["schemas"]["WebhookMethod"];
            url: string;
            format?: string;
            payload?: components["schemas"]["WebhookPayload"];
        };
        DecodedMessageDto: {
            jwt_content: components["schemas"]["MessageClaimsDto"];
        };
        DecodedMessageReply: components["schemas"]["DecodedMessageDto"] & components["schemas"]["CommonBodyDto"];
        DiscoverableGroupsDto: {
            group_names: string[];
            groups?: components["schemas"]["GroupPublicDto"][];
        };
        DiscoverableGroupsReply: components["schemas"]["DiscoverableGroupsDto"] & components["schemas"]["CommonBodyDto"];
        EffectCountDto: {
            users: number;
            pairs: number;
            anonymous: boolean;
        };
        EffectEntryDto: {
            user_name: string;
            resource_id: number;
            path: string;
            permission_name: components["schemas"]["PermissionName"];
            before: components["schemas"]["PermissionAccess"];
            after: components["schemas"]["PermissionAccess"];
            reason: string;
        };
        EffectiveCellDto: {
            access: components["schemas"]["PermissionAccess"];
            reason: string;
            resource_id: number | null;
            principal: string | null;
        };
        ErrorBodyDto: {
            user_name?: string | null;
            user_id?: number;
            group_name?: string;
            description?: string;
            discoverable?: boolean;
            group?: components["schemas"]["AssignedGroupDto"];
            service_name?: string;
            service_type?: string;
            service?: components["schemas"]["BasicServiceDto"];
            resource_name?: string;
            resource_type?: string;
            resource_id?: number;
            resource?: components["schemas"]["RefusedResourceDto"];
            resource_types_allowed?: components["schemas"]["ResourceType"][];
            resource_structure_allowed?: components["schemas"]["ResourceStructure"];
            permission_name?: (string | null) | number | boolean;
            permission?: components["schemas"]["PermissionEntryDto"];
            provider_name?: string;
            providers?: string[];
            reason?: string;
            conflicts?: components["schemas"]["ConflictingAssignmentDto"][];
            setting?: string;
            code: number;
            type: string;
            detail: string;
            path: string;
            url: string;
            method: string;
            route_name: string;
            request_url: string;
            error_code: string;
            param?: components["schemas"]["ProblemParamDto"];
            call?: components["schemas"]["FailedCallDto"];
        };
        EvaluateRequestDto: {
            method?: string;
            url?: string;
            headers?: components["schemas"]["RequestHeader"][];
            body?: string;
            body_encoding?: components["schemas"]["BodyEncoding"];
            curl?: string;
            user_name?: string;
        };
        EverywhereDto: {
            granted: boolean;
            kept_by: components["schemas"]["EverywhereObstacle"];
        };
        EverywhereObstacle: {
            resource_id: number;
            resource_name: string;
            exact: boolean;
            reason: string;
            rule?: components["schemas"]["ExplainedRuleDto"];
        } | null;
        ExplainedRuleDto: {
            holder: string;
            resource_id: number;
            resource_name: string;
            distance: number;
            access: components["schemas"]["PermissionAccess"];
            scope: components["schemas"]["PermissionScope"];
            used: boolean;
            because: string;
            because_code: components["schemas"]["AssignmentReason"];
        };
        ExplanationDto: {
            permission: components["schemas"]["PermissionName"];
            access: components["schemas"]["PermissionAccess"];
            reason: string;
            rules: components["schemas"]["ExplainedRuleDto"][];
            everywhere: components["schemas"]["EverywhereDto"];
        };
        ExplanationReply: components["schemas"]["ExplanationDto"] & components["schemas"]["CommonBodyDto"];
        ExplicitPermission: {
            access: components["schemas"]["PermissionAccess"];
            scope: components["schemas"]["PermissionScope"];
        } | null;
        ExternalIdentitiesDto: {
            identities: components["schemas"]["ExternalIdentityDto"][];
            has_password: boolean;
        };
        ExternalIdentitiesReply: components["schemas"]["ExternalIdentitiesDto"] & components["schemas"]["CommonBodyDto"];
        ExternalIdentityDto: {
            identity_id: number;
            provider_name: string;
            external_id: string;
            external_user_name: string | null;
            /** Format: date-time */
            created: string;
        };
        FailedCallContent: {
            [key: string]: unknown;
        } | null;
        FailedCallDto: {
            exception: string;
            error: string;
            detail: string;
            content?: components["schemas"]["FailedCallContent"];
        };
        FieldChangeDto: {
            field: string;
            before: string | null;
            after: string | null;
            concealed: boolean;
        };
        GroupCreatedDto: {
            group: components["schemas"]["GroupSummaryDto"];
        };
        GroupCreatedReply: components["schemas"]["GroupCreatedDto"] & components["schemas"]["CommonBodyDto"];
        GroupDetailDto: {
            group_name: string;
            description: string;
            group_id: number;
            discoverable: boolean;
            terms: string | null;
            priority: number | components["schemas"]["HighestPriority"];
            member_count: number;
            user_names: string[];
        };
        GroupMembersDto: {
            user_names: string[];
        };
        GroupMembersReply: components["schemas"]["GroupMembersDto"] & components["schemas"]["CommonBodyDto"];
        GroupPermissionDto: {
            permission_name: string;
            permission: components["schemas"]["PermissionEntryDto"];
            resource: components["schemas"]["AssignedResourceDto"];
            group: components["schemas"]["AssignedGroupDto"];
        };
        GroupPermissionReply: components["schemas"]["GroupPermissionDto"] & components["schemas"]["CommonBodyDto"];
        GroupPublicDto: {
            group_name: string;
            description: string;
        };
        GroupPublicReply: components["schemas"]["GroupPublicReplyDto"] & components["schemas"]["CommonBodyDto"];
        GroupPublicReplyDto: {
            group: components["schemas"]["GroupPublicDto"];
        };
        GroupReply: components["schemas"]["GroupReplyDto"] & components["schemas"]["CommonBodyDto"];
        GroupReplyDto: {
            group: components["schemas"]["GroupDetailDto"];
        };
        GroupResourcePermissionsDto: {
            permission_names: string[];
            permissions: components["schemas"]["PermissionEntryDto"][];
            permissions_names: string[];
        };
        GroupResourcePermissionsReply: components["schemas"]["GroupResourcePermissionsDto"] & components["schemas"]["CommonBodyDto"];
        GroupSummaryDto: {
            group_name: string;
            group_id: number;
        };
        GroupsReply: components["schemas"]["GroupsReplyDto"] & components["schemas"]["CommonBodyDto"];
        GroupsReplyDto: {
            group_names: string[];
            groups?: components["schemas"]["ListedGroupDto"][];
        };
        HeaderFields: {
            [key: string]: string;
        };
        /** @enum {string} */
        HighestPriority: "max";
        IdentityProviderDefinition: {
            [key: string]: unknown;
        };
        IdentityProviderDto: {
            provider_name: string;
            source: components["schemas"]["IdentityProviderSource"];
            has_secret: boolean;
            definition: components["schemas"]["IdentityProviderDefinition"];
        };
        /** @enum {string} */
        IdentityProviderProtocol: "openid-connect" | "oauth2" | "openid2";
        IdentityProviderReply: components["schemas"]["IdentityProviderReplyDto"] & components["schemas"]["CommonBodyDto"];
        IdentityProviderReplyDto: {
            provider: components["schemas"]["IdentityProviderDto"];
        };
        /** @enum {string} */
        IdentityProviderSource: "api" | "settings" | "file";
        IdentityProviderSummaryDto: {
            provider_name: string;
            display_name: string;
            protocol: components["schemas"]["IdentityProviderProtocol"];
            sign_in_url: string;
        };
        JoinGroupDto: {
            group_name: string;
        };
        KeySetDto: {
            keys: components["schemas"]["PublicKeyDto"][];
            instance: components["schemas"]["AnnouncedInstanceDto"];
        };
        KeySetReply: components["schemas"]["KeySetDto"] & components["schemas"]["CommonBodyDto"];
        KindCountDto: {
            kind: string;
            count: number;
        };
        LinkDto: {
            operation: components["schemas"]["LinkOperation"];
            title: string;
            explanation: string;
            button: string;
            facts: components["schemas"]["LinkFactDto"][];
            terms: string | null;
            asks_password: boolean;
            /** Format: date-time */
            expires_at: string;
        };
        LinkFactDto: {
            label: string;
            value: string;
        };
        LinkIdentityDto: {
            provider_name: string;
            external_user_name?: string;
            came_from?: string;
            /** Format: password */
            current_password?: string;
        };
        LinkIdentityReply: components["schemas"]["LinkIdentityReplyDto"] & components["schemas"]["CommonBodyDto"];
        LinkIdentityReplyDto: {
            location: string;
        };
        /** @enum {string} */
        LinkOperation: "user-registration-confirm-email" | "user-registration-admin-approve" | "user-registration-admin-decline" | "group-accept-terms" | "user-password-reset" | "user-email-change" | "webhook-user-status-error";
        LinkReply: components["schemas"]["LinkReplyDto"] & components["schemas"]["CommonBodyDto"];
        LinkReplyDto: {
            link?: components["schemas"]["LinkDto"];
        };
        LinkUseReply: components["schemas"]["LinkUseReplyDto"] & components["schemas"]["CommonBodyDto"];
        LinkUseReplyDto: {
            operation: components["schemas"]["LinkOperation"];
            title: string;
            offers_sign_in: boolean;
        };
        ListedGroupDto: {
            group_name: string;
            member_count: number;
        };
        ListedNodeDto: {
            name: string;
            base_url?: string;
            jwks_url?: string;
            token_url?: string;
            authorization_url?: string;
            redirect_uris?: string[];
        };
        ListedServiceDto: {
            service_name: string;
            service_type: components["schemas"]["ServiceType"];
            service_sync_type: string | null;
            service_configurable: boolean;
            resource_id: number;
            public_url: string;
            permission_names: string[];
            permissions: components["schemas"]["PermissionEntryDto"][];
        };
        ListedServiceList: components["schemas"]["ListedServiceDto"][];
        ListedServicesByName: {
            [key: string]: components["schemas"]["ListedServiceDto"];
        };
        ListedServicesByType: {
            [key: string]: components["schemas"]["ListedServicesByName"];
        };
        ListedServicesReply: components["schemas"]["ListedServicesReplyDto"] & components["schemas"]["CommonBodyDto"];
        ListedServicesReplyDto: {
            services: components["schemas"]["ListedServicesByType"] | components["schemas"]["ListedServiceList"];
        };
        ListedSessionDto: {
            /** Format: uuid */
            session_id: string;
            device: string | null;
            address: string | null;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            last_used: string;
            /** Format: date-time */
            expires: string;
            current: boolean;
        };
        LocationDto: {
            revision: number;
            service_name: string;
            resource_path: string;
            ancestors: components["schemas"]["LocationStepDto"][];
        };
        LocationReply: components["schemas"]["LocationDto"] & components["schemas"]["CommonBodyDto"];
        LocationStepDto: {
            resource_id: number;
            resource_name: string;
            resource_display_name: string;
            resource_type: components["schemas"]["ResourceType"];
            level: number;
            offset: number;
        };
        MatrixCellDto: {
            explicit: components["schemas"]["ExplicitPermission"];
            effective: components["schemas"]["EffectiveCellDto"];
            member?: components["schemas"]["EffectiveCellDto"];
        };
        MatrixCells: {
            [key: string]: components["schemas"]["MatrixCellDto"];
        };
        MatrixDto: {
            revision: number;
            permission_names: components["schemas"]["PermissionName"][];
            total: number;
            offset: number;
            rows: components["schemas"]["MatrixRowDto"][];
        };
        MatrixReply: components["schemas"]["MatrixDto"] & components["schemas"]["CommonBodyDto"];
        MatrixRowDto: {
            resource_id: number;
            parent_id: number | null;
            resource_name: string;
            resource_display_name: string;
            resource_type: components["schemas"]["ResourceType"];
            level: number;
            path: string;
            child_count: number;
            assigned_below: number;
            cells: components["schemas"]["MatrixCells"];
        };
        MemberExplanationDto: {
            permission: components["schemas"]["PermissionName"];
            access: components["schemas"]["PermissionAccess"];
            reason: string;
            rules: components["schemas"]["ExplainedRuleDto"][];
        };
        MemberExplanationReply: components["schemas"]["MemberExplanationDto"] & components["schemas"]["CommonBodyDto"];
        MembershipDto: {
            user_name: string;
            group_name: string;
        };
        MembershipReply: components["schemas"]["MembershipDto"] & components["schemas"]["CommonBodyDto"];
        /** @enum {string} */
        MembershipStatus: "active" | "pending" | "all";
        MessageClaimsDto: {
            user_name?: string;
            requesting_user_name?: string;
            purpose?: string;
            exp: number;
            iss: string;
            aud: string;
        };
        NeededPermissionDto: {
            permission_name: components["schemas"]["PermissionName"];
            everywhere: boolean;
            met: boolean;
            total: number;
            resources: components["schemas"]["NeededResourceDto"][];
            kept_by: components["schemas"]["EverywhereObstacle"];
            unregistered: components["schemas"]["UnregisteredName"];
        };
        NeededResourceDto: {
            resource_id: number;
            resource_path: string[];
            exact: boolean;
            access: components["schemas"]["PermissionAccess"];
            reason: string;
            rules: components["schemas"]["ExplainedRuleDto"][];
        };
        NetworkTokenReply: components["schemas"]["NetworkTokenReplyDto"] & components["schemas"]["CommonBodyDto"];
        NetworkTokenReplyDto: {
            /** Format: uuid */
            token: string;
        };
        NewTermsDto: {
            terms: string;
        };
        /** @enum {string} */
        NodeCondition: "not_checked" | "ok" | "unreachable" | "target_not_allowed" | "wrong_jwks_url" | "wrong_instance_name" | "clock_skew" | "not_registered_there" | "key_rejected_there";
        NodeReply: components["schemas"]["NodeReplyDto"] & components["schemas"]["CommonBodyDto"];
        NodeReplyDto: {
            name: string;
            base_url: string;
            jwks_url: string;
            token_url: string;
            authorization_url: string;
            redirect_uris: string[];
        };
        NodeStateDto: {
            name: string;
            condition: components["schemas"]["NodeCondition"];
            detail: string | null;
            /** Format: date-time */
            checked: string | null;
            gatehouse: boolean;
        };
        NodeStateReply: components["schemas"]["NodeStateReplyDto"] & components["schemas"]["CommonBodyDto"];
        NodeStateReplyDto: {
            state: components["schemas"]["NodeStateDto"];
        };
        NodesReply: components["schemas"]["NodesReplyDto"] & components["schemas"]["CommonBodyDto"];
        NodesReplyDto: {
            nodes: components["schemas"]["ListedNodeDto"][];
        };
        NotificationDto: {
            /** Format: uuid */
            notification_id: string;
            sequence: number;
            kind: components["schemas"]["NotificationKind"];
            state: components["schemas"]["NotificationState"];
            user_name: string | null;
            attempts: number;
            last_error: string | null;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            attempted: string | null;
            /** Format: date-time */
            next_attempt: string | null;
            /** Format: date-time */
            finished: string | null;
            key: string | null;
            payload: components["schemas"]["NotificationPayload"];
        };
        /** @enum {string} */
        NotificationKind: "mail" | "webhook";
        NotificationPayload: {
            [key: string]: unknown;
        } | null;
        NotificationReply: components["schemas"]["NotificationReplyDto"] & components["schemas"]["CommonBodyDto"];
        NotificationReplyDto: {
            notification: components["schemas"]["NotificationDto"];
        };
        /** @enum {string} */
        NotificationState: "queued" | "sent" | "failed";
        NotificationSummaryDto: {
            /** Format: uuid */
            notification_id: string;
            sequence: number;
            kind: components["schemas"]["NotificationKind"];
            state: components["schemas"]["NotificationState"];
            user_name: string | null;
            attempts: number;
            last_error: string | null;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            attempted: string | null;
            /** Format: date-time */
            next_attempt: string | null;
            /** Format: date-time */
            finished: string | null;
        };
        NotificationsReply: components["schemas"]["NotificationsReplyDto"] & components["schemas"]["CommonBodyDto"];
        NotificationsReplyDto: {
            notifications: components["schemas"]["NotificationSummaryDto"][];
        };
        OverviewDto: {
            revision: number;
            users: number;
            groups: number;
            services: number;
            resources: number;
            permissions: number;
            sessions: number;
            pending_registrations: number;
            registrations_to_approve: number;
            users_with_webhook_error: number;
            suspended_webhooks: number;
            failed_notifications: number;
            nodes_with_problem: number;
        };
        OverviewReply: components["schemas"]["OverviewDto"] & components["schemas"]["CommonBodyDto"];
        Permission: components["schemas"]["PermissionText"] | components["schemas"]["PermissionObject"];
        /** @enum {string} */
        PermissionAccess: "allow" | "deny";
        PermissionBodyDto: {
            permission?: components["schemas"]["Permission"];
            permission_name?: components["schemas"]["Permission"];
        };
        PermissionEffectDto: {
            permission_name: components["schemas"]["PermissionName"];
            gained: components["schemas"]["EffectCountDto"];
            lost: components["schemas"]["EffectCountDto"];
        };
        PermissionEntryDto: {
            name: components["schemas"]["PermissionName"];
            access: components["schemas"]["PermissionAccess"];
            scope: components["schemas"]["PermissionScope"];
            type: components["schemas"]["PermissionType"];
            reason?: string;
        };
        PermissionListDto: {
            permission_names: string[];
            permissions: components["schemas"]["PermissionEntryDto"][];
        };
        PermissionListReply: components["schemas"]["PermissionListDto"] & components["schemas"]["CommonBodyDto"];
        /** @enum {string} */
        PermissionName: "access" | "browse" | "createstoredquery" | "describefeaturetype" | "describelayer" | "describeprocess" | "describestoredqueries" | "dropstoredquery" | "execute" | "getcapabilities" | "getfeature" | "getfeatureinfo" | "getfeaturewithlock" | "getgmlobject" | "getlegendgraphic" | "getmap" | "getmetadata" | "getpropertyvalue" | "liststoredqueries" | "lockfeature" | "read" | "transaction" | "write";
        PermissionObject: {
            name: components["schemas"]["PermissionName"];
            access?: components["schemas"]["PermissionAccess"];
            scope?: components["schemas"]["PermissionScope"];
        };
        PermissionPreviewDto: {
            revision: number;
            changed: number;
            everybody: boolean;
            truncated: boolean;
            effects: components["schemas"]["PermissionEffectDto"][];
            total: number;
            offset: number;
            entries: components["schemas"]["EffectEntryDto"][];
        };
        PermissionPreviewReply: components["schemas"]["PermissionPreviewDto"] & components["schemas"]["CommonBodyDto"];
        /** @enum {string} */
        PermissionScope: "match" | "recursive";
        PermissionText: string;
        /** @enum {string} */
        PermissionType: "allowed" | "applied" | "direct" | "inherited" | "effective";
        PermissionsChangedDto: {
            revision: number;
            changed: number;
        };
        PermissionsChangedReply: components["schemas"]["PermissionsChangedDto"] & components["schemas"]["CommonBodyDto"];
        PlacedNameDto: {
            resource_name: string;
            resource_type: components["schemas"]["ResourceType"];
            resource_id: number | null;
        };
        PreviewPermissionsDto: {
            changes: components["schemas"]["AssignmentChange"][];
            offset?: number;
            limit?: number;
        };
        /** @enum {string} */
        PrincipalKind: "user" | "group";
        ProblemParamDto: {
            name?: string;
            value: string | null;
            compare?: string;
            conditions: components["schemas"]["CheckedConditions"];
        };
        ProviderSignInDto: {
            homepage_route?: string;
        };
        ProviderSignInReply: components["schemas"]["ProviderSignInDto"] & components["schemas"]["CommonBodyDto"];
        ProvidersDto: {
            providers: components["schemas"]["ProvidersListDto"];
            identity_providers: components["schemas"]["IdentityProviderSummaryDto"][];
        };
        ProvidersListDto: {
            internal: string[];
            external: string[];
        };
        ProvidersReply: components["schemas"]["ProvidersDto"] & components["schemas"]["CommonBodyDto"];
        ProxyOptions: {
            [key: string]: unknown;
        } | null;
        PublicKeyDto: {
            kty: string;
            kid: string;
            n: string;
            e: string;
        };
        PurgeTokensDto: {
            expired_only?: boolean;
        };
        PurgedTokensDto: {
            deleted: number;
        };
        PurgedTokensReply: components["schemas"]["PurgedTokensDto"] & components["schemas"]["CommonBodyDto"];
        PushBodyDto: {
            service_push?: boolean;
        };
        RedirectUriList: string[];
        RedirectUris: components["schemas"]["RedirectUriList"] | string;
        RefusedResourceDto: {
            resource_name: string;
            resource_display_name: string;
            resource_type: components["schemas"]["ResourceType"];
            resource_id: number;
            parent_id?: number | null;
            root_service_id?: number | null;
        };
        RegisterUserDto: {
            user_name: string;
            email: string;
            /** Format: password */
            password: string;
        };
        RegistrationDto: {
            user_name: string;
            email: string;
            status: components["schemas"]["UserStatus"];
            /** Format: date-time */
            submitted_at: string;
            confirm_url: string | null;
            approve_url: string | null;
            decline_url: string | null;
        };
        RegistrationReply: components["schemas"]["RegistrationReplyDto"] & components["schemas"]["CommonBodyDto"];
        RegistrationReplyDto: {
            registration: components["schemas"]["RegistrationDto"];
        };
        RegistrationsReply: components["schemas"]["RegistrationsReplyDto"] & components["schemas"]["CommonBodyDto"];
        RegistrationsReplyDto: {
            registrations: string[];
        };
        RemoteUserDto: {
            user_name: string;
            remote_user_name: string;
            node_name: string;
        };
        RemoteUserReply: components["schemas"]["RemoteUserDto"] & components["schemas"]["CommonBodyDto"];
        RemoteUsersReply: components["schemas"]["RemoteUsersReplyDto"] & components["schemas"]["CommonBodyDto"];
        RemoteUsersReplyDto: {
            remote_users: components["schemas"]["RemoteUserDto"][];
        };
        RenameResourceDto: {
            service_push?: boolean;
            resource_name: string;
        };
        /** @enum {string} */
        ReplyFormat: "json" | "html" | "text" | "plain" | "xml" | "application/json" | "text/html" | "text/plain" | "text/xml" | "application/xml";
        RequestEvaluationDto: {
            revision: number;
            request: components["schemas"]["TestedRequestDto"];
            caller: components["schemas"]["TestedCallerDto"];
            service?: components["schemas"]["TestedServiceDto"];
            outcome: components["schemas"]["RequestOutcome"];
            status: number | null;
            error_code: string | null;
            error_detail: string | null;
            permission_name: string | null;
            reason: string | null;
            reading?: components["schemas"]["RequestReadingDto"];
            needs?: components["schemas"]["RequestNeedsDto"];
        };
        RequestEvaluationReply: components["schemas"]["RequestEvaluationReplyDto"] & components["schemas"]["CommonBodyDto"];
        RequestEvaluationReplyDto: {
            evaluation: components["schemas"]["RequestEvaluationDto"];
        };
        RequestHeader: {
            name: string;
            value: string;
        };
        RequestNeedsDto: {
            administrator: boolean;
            permissions: components["schemas"]["NeededPermissionDto"][];
        };
        /** @enum {string} */
        RequestOutcome: "forwarded" | "refused" | "answered";
        RequestPasswordResetDto: {
            user_name: string;
        };
        RequestReadingDto: {
            covered: boolean;
            executes: boolean;
            locator: string | null;
            explanation: string | null;
        };
        RequestedAccess: string | null;
        ResendRegistrationDto: {
            email?: string;
        };
        ResourceCreatedDto: {
            resource: components["schemas"]["ResourceSummaryDto"];
        };
        ResourceCreatedReply: components["schemas"]["ResourceCreatedDto"] & components["schemas"]["CommonBodyDto"];
        ResourceDto: {
            resource_name: string;
            resource_display_name: string;
            resource_type: components["schemas"]["ResourceType"];
            resource_id: number;
            parent_id: number | null;
            root_service_id: number | null;
            permission_names: string[];
            permissions: components["schemas"]["PermissionEntryDto"][];
            children?: components["schemas"]["ResourcesById"];
            parent?: components["schemas"]["ResourcesById"];
        };
        ResourcePositionDto: {
            resource_name: string;
            resource_type: components["schemas"]["ResourceType"];
            children_resource_types: components["schemas"]["ResourceType"][];
            children_resource_allowed: boolean;
            root_service_id: number;
            root_service_name: string;
            root_service_type: components["schemas"]["ServiceType"];
        };
        ResourcePositionReply: components["schemas"]["ResourcePositionDto"] & components["schemas"]["CommonBodyDto"];
        ResourceRenamedDto: {
            resource_id: number;
            resource_name: string;
            old_resource_name: string;
            new_resource_name: string;
        };
        ResourceRenamedReply: components["schemas"]["ResourceRenamedDto"] & components["schemas"]["CommonBodyDto"];
        ResourceReply: components["schemas"]["ResourceReplyDto"] & components["schemas"]["CommonBodyDto"];
        ResourceReplyDto: {
            resource?: components["schemas"]["ResourceDto"];
            resources?: components["schemas"]["ResourceDto"][];
        };
        ResourceStructure: {
            [key: string]: components["schemas"]["ResourceTypeList"];
        };
        ResourceSummaryDto: {
            resource_name: string;
            resource_display_name: string;
            resource_type: components["schemas"]["ResourceType"];
            resource_id: number;
            parent_id: number | null;
            root_service_id: number | null;
        };
        /** @enum {string} */
        ResourceType: "service" | "directory" | "file" | "layer" | "workspace" | "route" | "process";
        ResourceTypeDto: {
            permission_names: string[];
            permissions: components["schemas"]["PermissionEntryDto"][];
            resource_type: components["schemas"]["ResourceType"];
            resource_child_allowed: boolean;
        };
        ResourceTypeList: components["schemas"]["ResourceType"][];
        ResourceTypeNamesDto: {
            resource_types: components["schemas"]["ResourceType"][];
        };
        ResourceTypeNamesReply: components["schemas"]["ResourceTypeNamesDto"] & components["schemas"]["CommonBodyDto"];
        ResourceTypesReply: components["schemas"]["ResourceTypesReplyDto"] & components["schemas"]["CommonBodyDto"];
        ResourceTypesReplyDto: {
            resource_types: components["schemas"]["ResourceTypeDto"][];
        };
        ResourcesById: {
            [key: string]: components["schemas"]["ResourceDto"];
        };
        ResourcesReply: components["schemas"]["ResourcesReplyDto"] & components["schemas"]["CommonBodyDto"];
        ResourcesReplyDto: {
            resources: components["schemas"]["ServiceTreesByType"];
        };
        RevisionDto: {
            revision: number;
            /** Format: date-time */
            time: string;
            actor: components["schemas"]["ActorDto"];
            changes: components["schemas"]["ChangeDto"][];
        };
        RevisionSummaryDto: {
            kinds: components["schemas"]["KindCountDto"][];
            provider: string | null;
            undoable: boolean;
            undone_by?: components["schemas"]["UndoingRevisionDto"];
        };
        /** @enum {string} */
        SearchKind: "user" | "group" | "service" | "resource";
        SearchReply: components["schemas"]["SearchReplyDto"] & components["schemas"]["CommonBodyDto"];
        SearchReplyDto: {
            results: components["schemas"]["SearchResultDto"][];
            truncated: boolean;
        };
        SearchResultDto: {
            kind: components["schemas"]["SearchKind"];
            id: number;
            name: string;
            display_name?: string;
            path?: string;
            email?: string;
            service_name?: string;
        };
        ServiceConfiguration: {
            [key: string]: unknown;
        } | null;
        ServiceDetailDto: {
            service_name: string;
            service_type: components["schemas"]["ServiceType"];
            service_sync_type: string | null;
            service_configurable: boolean;
            resource_id: number;
            public_url: string;
            permission_names: string[];
            permissions: components["schemas"]["PermissionEntryDto"][];
            service_url: string;
            configuration: components["schemas"]["ServiceConfiguration"];
            proxy: components["schemas"]["ProxyOptions"];
            resource_child_allowed: boolean;
            resource_types_allowed: components["schemas"]["ResourceType"][];
            resource_structure_allowed: components["schemas"]["ResourceStructure"];
        };
        ServiceDetailReply: components["schemas"]["ServiceDetailReplyDto"] & components["schemas"]["CommonBodyDto"];
        ServiceDetailReplyDto: {
            service: components["schemas"]["ServiceDetailDto"];
        };
        ServiceDto: {
            service_name: string;
            service_type: components["schemas"]["ServiceType"];
            service_sync_type: string | null;
            service_configurable: boolean;
            resource_id: number;
            public_url: string;
            permission_names: string[];
            permissions: components["schemas"]["PermissionEntryDto"][];
            service_url: string;
        };
        ServiceList: components["schemas"]["ServiceDto"][];
        ServiceReply: components["schemas"]["ServiceReplyDto"] & components["schemas"]["CommonBodyDto"];
        ServiceReplyDto: {
            service: components["schemas"]["ConfiguredServiceDto"];
        };
        ServiceTreeDto: {
            service_name: string;
            service_type: components["schemas"]["ServiceType"];
            service_sync_type: string | null;
            service_configurable: boolean;
            resource_id: number;
            public_url: string;
            permission_names: string[];
            permissions: components["schemas"]["PermissionEntryDto"][];
            resources: components["schemas"]["ResourcesById"];
        };
        ServiceTreeReply: components["schemas"]["ServiceTreeReplyDto"] & components["schemas"]["CommonBodyDto"];
        ServiceTreeReplyDto: {
            service: components["schemas"]["ServiceTreeDto"];
        };
        ServiceTreeWithUrlByNameReply: {
            code: number;
            type: string;
            detail: string;
            path: string;
            url: string;
            method: string;
        } & {
            [key: string]: components["schemas"]["ServiceTreeWithUrlDto"];
        };
        ServiceTreeWithUrlDto: {
            service_name: string;
            service_type: components["schemas"]["ServiceType"];
            service_sync_type: string | null;
            service_configurable: boolean;
            resource_id: number;
            public_url: string;
            permission_names: string[];
            permissions: components["schemas"]["PermissionEntryDto"][];
            service_url: string;
            resources: components["schemas"]["ResourcesById"];
        };
        ServiceTreesByName: {
            [key: string]: components["schemas"]["ServiceTreeDto"];
        };
        ServiceTreesByType: {
            [key: string]: components["schemas"]["ServiceTreesByName"];
        };
        /** @enum {string} */
        ServiceType: "access" | "api" | "geoserver" | "geoserverwfs" | "geoserverwms" | "geoserverwps" | "ncwms" | "project-api" | "thredds" | "wfs" | "wps";
        ServiceTypesDto: {
            service_types: components["schemas"]["ServiceType"][];
        };
        ServiceTypesReply: components["schemas"]["ServiceTypesDto"] & components["schemas"]["CommonBodyDto"];
        ServicesByName: {
            [key: string]: components["schemas"]["ServiceDto"];
        };
        ServicesByType: {
            [key: string]: components["schemas"]["ServicesByName"];
        };
        ServicesReply: components["schemas"]["ServicesReplyDto"] & components["schemas"]["CommonBodyDto"];
        ServicesReplyDto: {
            services: components["schemas"]["ServicesByType"] | components["schemas"]["ServiceList"];
        };
        SessionDto: {
            authenticated: boolean;
            user?: components["schemas"]["UserDto"];
        };
        SessionReply: components["schemas"]["SessionDto"] & components["schemas"]["CommonBodyDto"];
        SessionsReply: components["schemas"]["SessionsReplyDto"] & components["schemas"]["CommonBodyDto"];
        SessionsReplyDto: {
            sessions: components["schemas"]["ListedSessionDto"][];
        };
        SignInDto: {
            provider_name?: string;
            user_name: string;
            /** Format: password */
            password?: string;
            came_from?: string;
        };
        SignInForm: {
            provider_name?: string;
            user_name: string;
            /** Format: password */
            password?: string;
            came_from?: string;
        };
        SignedMessageDto: {
            /** Format: password */
            token: string;
        };
        TermsReply: components["schemas"]["TermsReplyDto"] & components["schemas"]["CommonBodyDto"];
        TermsReplyDto: {
            terms: components["schemas"]["TermsVersionDto"][];
        };
        TermsVersionDto: {
            version: number;
            text: string;
            /** Format: date-time */
            created: string;
        };
        TermsVersionReply: components["schemas"]["TermsVersionReplyDto"] & components["schemas"]["CommonBodyDto"];
        TermsVersionReplyDto: {
            terms: components["schemas"]["TermsVersionDto"];
        };
        TestedCallerDto: {
            user_name: string | null;
            administrator: boolean;
        };
        TestedRequestDto: {
            method: string;
            path: string | null;
            query: string;
            service_name: string | null;
            segments: string[];
            body: components["schemas"]["BodyKind"];
            ignored_headers: string[];
        };
        TestedServiceDto: {
            resource_id: number;
            service_name: string;
            service_type: components["schemas"]["ServiceType"];
        };
        UndoingRevisionDto: {
            revision: number;
            /** Format: date-time */
            time: string;
            user_name: string | null;
        };
        UnregisteredName: {
            name: string;
            below: string[];
            reserved: boolean;
        } | null;
        UnregisteredNamesDto: {
            revision: number;
            unregistered_names: components["schemas"]["UnregisteredNamesTreatment"];
            registered_names_only: boolean;
            permission_names: components["schemas"]["PermissionName"][];
            total: number;
            offset: number;
            truncated: boolean;
            entries: components["schemas"]["UnregisteredNamesEntryDto"][];
        };
        UnregisteredNamesEntryDto: {
            user_name?: string;
            group_name?: string;
            resource_id: number;
            resource_name: string;
            resource_type: components["schemas"]["ResourceType"];
            path: string;
            permission_names: components["schemas"]["PermissionName"][];
        };
        UnregisteredNamesReply: components["schemas"]["UnregisteredNamesDto"] & components["schemas"]["CommonBodyDto"];
        /** @enum {string} */
        UnregisteredNamesTreatment: "safe" | "inherit" | "refuse";
        UpdateGroupDto: {
            group_name?: string;
            description?: string;
            discoverable?: boolean;
        };
        UpdateIdentityProviderDto: {
            definition?: components["schemas"]["IdentityProviderDefinition"];
            /** Format: password */
            client_secret?: string;
        };
        UpdateNodeDto: {
            name?: string;
            base_url?: string;
            jwks_url?: string;
            token_url?: string;
            authorization_url?: string;
            redirect_uris?: components["schemas"]["RedirectUris"];
        };
        UpdatePermissionsDto: {
            permissions: components["schemas"]["BranchStep"][];
        };
        UpdateRemoteUserDto: {
            remote_user_name?: string;
            node_name?: string;
            user_name?: string;
            assign_anonymous?: boolean;
            /** Format: password */
            current_password?: string;
        };
        UpdateServiceDto: {
            service_push?: boolean;
            service_name?: string;
            service_url?: string;
            configuration?: components["schemas"]["ServiceConfiguration"];
            proxy?: components["schemas"]["ProxyOptions"];
        };
        UpdateUserDto: {
            user_name?: string;
            email?: string;
            /** Format: password */
            password?: string;
            /** Format: password */
            current_password?: string;
            status?: string | number;
            locale?: components["schemas"]["UserLocale"];
        };
        UpdateWebhookDto: {
            name?: string;
            action?: components["schemas"]["WebhookAction"];
            method?: components["schemas"]["WebhookMethod"];
            url?: string;
            format?: string;
            payload?: components["schemas"]["WebhookPayload"];
        };
        UseLinkDto: {
            /** Format: password */
            password?: string;
        };
        UserDto: {
            user_name: string;
            email: string;
            status: components["schemas"]["UserStatus"];
            group_names: string[];
            has_pending_group: boolean;
            locale: components["schemas"]["UserLocale"];
            user_id?: number;
        };
        UserGroupsDto: {
            group_names: string[];
        };
        UserGroupsReply: components["schemas"]["UserGroupsDto"] & components["schemas"]["CommonBodyDto"];
        /** @enum {string} */
        UserLocale: "en" | "fr";
        UserPermissionDto: {
            resource_id: number;
            user_id: number;
            permission_name: string;
            permission: components["schemas"]["PermissionEntryDto"];
        };
        UserPermissionReply: components["schemas"]["UserPermissionDto"] & components["schemas"]["CommonBodyDto"];
        UserReply: components["schemas"]["UserReplyDto"] & components["schemas"]["CommonBodyDto"];
        UserReplyDto: {
            user: components["schemas"]["UserDto"];
        };
        /** @enum {string} */
        UserStatus: "OK" | "WebhookError" | "Pending";
        UserSummaryDto: {
            user_name: string;
            email: string;
            status: components["schemas"]["UserStatus"];
            user_id?: number;
        };
        UsersReply: components["schemas"]["UsersReplyDto"] & components["schemas"]["CommonBodyDto"];
        UsersReplyDto: {
            user_names?: string[];
            users?: components["schemas"]["UserSummaryDto"][];
        };
        VersionDto: {
            version: string;
            db_version: string;
        };
        VersionReply: components["schemas"]["VersionDto"] & components["schemas"]["CommonBodyDto"];
        /** @enum {string} */
        WebhookAction: "create_user" | "delete_user" | "update_user_status" | "create_user_permission" | "delete_user_permission" | "create_group_permission" | "delete_group_permission";
        WebhookAttemptDto: {
            attempt: number;
            /** Format: date-time */
            at: string;
            duration_ms: number;
            request: components["schemas"]["WebhookRequest"];
            response: components["schemas"]["WebhookResponse"];
            error: string | null;
        };
        WebhookDeliveriesReply: components["schemas"]["WebhookDeliveriesReplyDto"] & components["schemas"]["CommonBodyDto"];
        WebhookDeliveriesReplyDto: {
            deliveries: components["schemas"]["WebhookDeliverySummaryDto"][];
        };
        WebhookDeliveryDto: {
            /** Format: uuid */
            delivery_id: string;
            sequence: number;
            action: components["schemas"]["WebhookAction"];
            user_id: number | null;
            group_id: number | null;
            state: components["schemas"]["WebhookDeliveryState"];
            attempts: number;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            finished: string | null;
            parameters: components["schemas"]["WebhookParameters"];
            log: components["schemas"]["WebhookAttemptDto"][];
        };
        WebhookDeliveryReply: components["schemas"]["WebhookDeliveryReplyDto"] & components["schemas"]["CommonBodyDto"];
        WebhookDeliveryReplyDto: {
            delivery: components["schemas"]["WebhookDeliveryDto"];
        };
        /** @enum {string} */
        WebhookDeliveryState: "pending" | "delivered" | "failed";
        WebhookDeliverySummaryDto: {
            /** Format: uuid */
            delivery_id: string;
            sequence: number;
            action: components["schemas"]["WebhookAction"];
            user_id: number | null;
            group_id: number | null;
            state: components["schemas"]["WebhookDeliveryState"];
            attempts: number;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            finished: string | null;
        };
        WebhookDto: {
            webhook_id: number;
            name: string;
            action: components["schemas"]["WebhookAction"];
            method: components["schemas"]["WebhookMethod"];
            url: string;
            format: string | null;
            payload: components["schemas"]["WebhookPayload"];
            source: components["schemas"]["WebhookSource"];
            state: components["schemas"]["WebhookState"];
            failures: number;
            /** Format: date-time */
            suspended: string | null;
            /** Format: date-time */
            created: string;
        };
        /** @enum {string} */
        WebhookMethod: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
        WebhookParameters: {
            [key: string]: (string | null) | number;
        };
        WebhookPayload: unknown;
        WebhookReply: components["schemas"]["WebhookReplyDto"] & components["schemas"]["CommonBodyDto"];
        WebhookReplyDto: {
            webhook: components["schemas"]["WebhookDto"];
        };
        WebhookRequest: {
            method: string;
            url: string;
            headers: components["schemas"]["HeaderFields"];
            body: string | null;
        } | null;
        WebhookResponse: {
            status: number;
            headers: components["schemas"]["HeaderFields"];
            body: string;
            truncated: boolean;
        } | null;
        WebhookSecretReply: components["schemas"]["WebhookSecretReplyDto"] & components["schemas"]["CommonBodyDto"];
        WebhookSecretReplyDto: {
            webhook: components["schemas"]["WebhookDto"];
            secret: string;
        };
        /** @enum {string} */
        WebhookSource: "api" | "file";
        /** @enum {string} */
        WebhookState: "active" | "suspended";
        WebhooksReply: components["schemas"]["WebhooksReplyDto"] & components["schemas"]["CommonBodyDto"];
        WebhooksReplyDto: {
            webhooks: components["schemas"]["WebhookDto"][];
        };
    };
}
export type $defs = Record<string, never>;
export interface operations {
    request_password_reset: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestPasswordResetDto"];
            };
        };
        responses: {
            202: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    get_root: {
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    get_version: {
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["VersionReply"];
                };
            };
        };
    };
    get_console_settings: {
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ConsoleSettingsReply"];
                };
            };
        };
    };
    get_api_description: {
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ApiDescription"];
                };
            };
        };
    };
    get_api_documentation: {
        responses: {
            200: {
                content?: never;
            };
        };
    };
    list_audit_entries: {
        parameters: {
            query?: {
                actor?: string;
                kind?: string;
                exclude_kind?: string;
                revision?: number;
                object?: string;
                from?: string;
                to?: string;
                after?: number;
                by_revision?: boolean;
                limit?: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["AuditReply"];
                };
            };
        };
    };
    export_audit_csv: {
        parameters: {
            query?: {
                actor?: string;
                kind?: string;
                exclude_kind?: string;
                revision?: number;
                object?: string;
                from?: string;
                to?: string;
                after?: number;
            };
        };
        responses: {
            200: {
                content?: never;
            };
        };
    };
    export_audit_json_lines: {
        parameters: {
            query?: {
                actor?: string;
                kind?: string;
                exclude_kind?: string;
                revision?: number;
                object?: string;
                from?: string;
                to?: string;
                after?: number;
            };
        };
        responses: {
            200: {
                content?: never;
            };
        };
    };
    list_changes: {
        parameters: {
            query?: {
                after?: number;
                limit?: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ChangesReply"];
                };
            };
        };
    };
    stream_change_events: {
        responses: {
            200: {
                content?: never;
            };
        };
    };
    undo_change: {
        parameters: {
            path: {
                revision: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["PermissionsChangedReply"];
                };
            };
        };
    };
    list_groups: {
        parameters: {
            query?: {
                limit?: number;
                after?: string;
                detail?: boolean;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["GroupsReply"];
                };
            };
        };
    };
    create_group: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateGroupDto"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": components["schemas"]["GroupCreatedReply"];
                };
            };
        };
    };
    get_group: {
        parameters: {
            path: {
                group_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["GroupReply"];
                };
            };
        };
    };
    delete_group: {
        parameters: {
            path: {
                group_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    update_group: {
        parameters: {
            path: {
                group_name: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateGroupDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    list_group_users: {
        parameters: {
            query?: {
                status?: components["schemas"]["MembershipStatus"];
            };
            path: {
                group_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["GroupMembersReply"];
                };
            };
        };
    };
    list_group_terms: {
        parameters: {
            path: {
                group_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["TermsReply"];
                };
            };
        };
    };
    publish_group_terms: {
        parameters: {
            path: {
                group_name: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTermsDto"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": components["schemas"]["TermsVersionReply"];
                };
            };
        };
    };
    list_group_terms_acceptances: {
        parameters: {
            query?: {
                before?: number;
                limit?: number;
            };
            path: {
                group_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["AcceptancesReply"];
                };
            };
        };
    };
    open_link: {
        parameters: {
            path: {
                token: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["LinkReply"];
                };
            };
        };
    };
    use_link: {
        parameters: {
            path: {
                token: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UseLinkDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["LinkUseReply"];
                };
            };
        };
    };
    describe_link: {
        parameters: {
            path: {
                token: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["LinkReply"];
                };
            };
        };
    };
    list_network_nodes: {
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["NodesReply"];
                };
            };
        };
    };
    create_network_node: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateNodeDto"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    get_network_node: {
        parameters: {
            path: {
                node_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["NodeReply"];
                };
            };
        };
    };
    delete_network_node: {
        parameters: {
            path: {
                node_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    update_network_node: {
        parameters: {
            path: {
                node_name: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateNodeDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    get_network_node_state: {
        parameters: {
            path: {
                node_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["NodeStateReply"];
                };
            };
        };
    };
    check_network_node: {
        parameters: {
            path: {
                node_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["NodeStateReply"];
                };
            };
        };
    };
    request_network_token: {
        parameters: {
            path: {
                node_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["NetworkTokenReply"];
                };
            };
        };
    };
    cancel_network_token: {
        parameters: {
            path: {
                node_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    list_remote_users: {
        parameters: {
            query?: {
                user_name?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["RemoteUsersReply"];
                };
            };
        };
    };
    create_remote_user: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRemoteUserDto"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    list_own_remote_users: {
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["RemoteUsersReply"];
                };
            };
        };
    };
    get_remote_user: {
        parameters: {
            path: {
                node_name: string;
                remote_user_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["RemoteUserReply"];
                };
            };
        };
    };
    delete_remote_user: {
        parameters: {
            path: {
                node_name: string;
                remote_user_name: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ConfirmationDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    update_remote_user: {
        parameters: {
            path: {
                node_name: string;
                remote_user_name: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateRemoteUserDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    issue_network_token: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignedMessageDto"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": components["schemas"]["NetworkTokenReply"];
                };
            };
        };
    };
    revoke_network_token: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignedMessageDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    purge_network_tokens: {
        parameters: {
            query?: {
                expired_only?: boolean;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PurgeTokensDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["PurgedTokensReply"];
                };
            };
        };
    };
    list_network_keys: {
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["KeySetReply"];
                };
            };
        };
    };
    decode_network_jwt: {
        parameters: {
            query: {
                token: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["DecodedMessageReply"];
                };
            };
        };
    };
    link_network_account: {
        parameters: {
            path: {
                node_name: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmationDto"];
            };
        };
    };
    complete_network_link: {
        parameters: {
            query: {
                token: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    open_link_consent: {
        parameters: {
            query?: {
                token?: string;
                response_type?: string;
                redirect_uri?: string;
                request_token?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ConsentRequestReply"];
                };
            };
        };
    };
    give_link_consent: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConsentDto"];
            };
        };
    };
    open_link_consent_page: {
        responses: {
            200: {
                content?: never;
            };
        };
    };
    list_notifications: {
        parameters: {
            query?: {
                kind?: components["schemas"]["NotificationKind"];
                state?: components["schemas"]["NotificationState"];
                user_name?: string;
                before?: number;
                limit?: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["NotificationsReply"];
                };
            };
        };
    };
    get_notification: {
        parameters: {
            path: {
                notification_id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["NotificationReply"];
                };
            };
        };
    };
    replay_notification: {
        parameters: {
            path: {
                notification_id: string;
            };
        };
        responses: {
            202: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    list_webhooks: {
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["WebhooksReply"];
                };
            };
        };
    };
    create_webhook: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookDto"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": components["schemas"]["WebhookSecretReply"];
                };
            };
        };
    };
    get_webhook: {
        parameters: {
            path: {
                webhook_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookReply"];
                };
            };
        };
    };
    delete_webhook: {
        parameters: {
            path: {
                webhook_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    update_webhook: {
        parameters: {
            path: {
                webhook_id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookReply"];
                };
            };
        };
    };
    replace_webhook_secret: {
        parameters: {
            path: {
                webhook_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookSecretReply"];
                };
            };
        };
    };
    resume_webhook: {
        parameters: {
            path: {
                webhook_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookReply"];
                };
            };
        };
    };
    list_webhook_deliveries: {
        parameters: {
            query?: {
                state?: components["schemas"]["WebhookDeliveryState"];
                before?: number;
                limit?: number;
            };
            path: {
                webhook_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookDeliveriesReply"];
                };
            };
        };
    };
    get_webhook_delivery: {
        parameters: {
            path: {
                webhook_id: number;
                delivery_id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryReply"];
                };
            };
        };
    };
    replay_webhook_delivery: {
        parameters: {
            path: {
                webhook_id: number;
                delivery_id: string;
            };
        };
        responses: {
            202: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    list_providers: {
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ProvidersReply"];
                };
            };
        };
    };
    create_provider: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateIdentityProviderDto"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": components["schemas"]["IdentityProviderReply"];
                };
            };
        };
    };
    get_provider: {
        parameters: {
            path: {
                provider_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["IdentityProviderReply"];
                };
            };
        };
    };
    delete_provider: {
        parameters: {
            path: {
                provider_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    update_provider: {
        parameters: {
            path: {
                provider_name: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateIdentityProviderDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["IdentityProviderReply"];
                };
            };
        };
    };
    list_users: {
        parameters: {
            query?: {
                limit?: number;
                after?: string;
                status?: string;
                detail?: boolean;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["UsersReply"];
                };
            };
        };
    };
    create_user: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateUserDto"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": components["schemas"]["UserReply"];
                };
            };
        };
    };
    get_user: {
        parameters: {
            path: {
                user_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["UserReply"];
                };
            };
        };
    };
    delete_user: {
        parameters: {
            path: {
                user_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    update_user: {
        parameters: {
            path: {
                user_name: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateUserDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
            202: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    get_user_current: {
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["UserReply"];
                };
            };
        };
    };
    delete_user_current: {
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    update_user_current: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateUserDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
            202: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    list_user_groups: {
        parameters: {
            query?: {
                status?: components["schemas"]["MembershipStatus"];
            };
            path: {
                user_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["UserGroupsReply"];
                };
            };
        };
    };
    join_group_as_administrator: {
        parameters: {
            path: {
                user_name: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JoinGroupDto"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": components["schemas"]["MembershipReply"];
                };
            };
            202: {
                content: {
                    "application/json": components["schemas"]["MembershipReply"];
                };
            };
        };
    };
    list_user_groups_current: {
        parameters: {
            query?: {
                status?: components["schemas"]["MembershipStatus"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["UserGroupsReply"];
                };
            };
        };
    };
    join_group_as_administrator_current: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["JoinGroupDto"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": components["schemas"]["MembershipReply"];
                };
            };
            202: {
                content: {
                    "application/json": components["schemas"]["MembershipReply"];
                };
            };
        };
    };
    leave_group_as_administrator: {
        parameters: {
            path: {
                user_name: string;
                group_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    leave_group_as_administrator_current: {
        parameters: {
            path: {
                group_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    list_service_types: {
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ServiceTypesReply"];
                };
            };
        };
    };
    list_services_of_type: {
        parameters: {
            query?: {
                flatten?: boolean;
            };
            path: {
                service_type: components["schemas"]["ServiceType"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ServicesReply"];
                };
            };
        };
    };
    list_resource_types_of_service_type: {
        parameters: {
            path: {
                service_type: components["schemas"]["ServiceType"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ResourceTypesReply"];
                };
            };
        };
    };
    list_resource_type_names_of_service_type: {
        parameters: {
            path: {
                service_type: components["schemas"]["ServiceType"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ResourceTypeNamesReply"];
                };
            };
        };
    };
    list_services: {
        parameters: {
            query?: {
                type?: string;
                flatten?: boolean;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ServicesReply"];
                };
            };
        };
    };
    create_service: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateServiceDto"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": components["schemas"]["ServiceReply"];
                };
            };
        };
    };
    get_service: {
        parameters: {
            path: {
                service_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ServiceDetailReply"];
                };
            };
        };
    };
    delete_service: {
        parameters: {
            query?: {
                service_push?: boolean;
            };
            path: {
                service_name: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PushBodyDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ServiceReply"];
                };
            };
        };
    };
    update_service: {
        parameters: {
            path: {
                service_name: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateServiceDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ServiceReply"];
                };
            };
        };
    };
    list_service_permissions: {
        parameters: {
            path: {
                service_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["PermissionListReply"];
                };
            };
        };
    };
    list_unregistered_names: {
        parameters: {
            query?: {
                offset?: number;
                limit?: number;
            };
            path: {
                service_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["UnregisteredNamesReply"];
                };
            };
        };
    };
    list_announced_names: {
        parameters: {
            path: {
                service_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["AnnouncedNamesReply"];
                };
            };
        };
    };
    list_resources: {
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ResourcesReply"];
                };
            };
        };
    };
    create_resource: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateResourceDto"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": components["schemas"]["ResourceCreatedReply"];
                };
            };
        };
    };
    get_resource: {
        parameters: {
            query?: {
                parents?: boolean;
                invert?: boolean;
                flatten?: boolean;
            };
            path: {
                resource_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ResourceReply"];
                };
            };
        };
    };
    delete_resource: {
        parameters: {
            query?: {
                service_push?: boolean;
            };
            path: {
                resource_id: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PushBodyDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    rename_resource: {
        parameters: {
            path: {
                resource_id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenameResourceDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ResourceRenamedReply"];
                };
            };
        };
    };
    list_resource_children: {
        parameters: {
            query?: {
                limit?: number;
                after?: number;
            };
            path: {
                resource_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ChildResourcesReply"];
                };
            };
        };
    };
    list_resource_permissions: {
        parameters: {
            path: {
                resource_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["PermissionListReply"];
                };
            };
        };
    };
    get_resource_position: {
        parameters: {
            path: {
                resource_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ResourcePositionReply"];
                };
            };
        };
    };
    list_service_resources: {
        parameters: {
            path: {
                service_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ServiceTreeWithUrlByNameReply"];
                };
            };
        };
    };
    create_service_resource: {
        parameters: {
            path: {
                service_name: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateServiceResourceDto"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": components["schemas"]["ResourceCreatedReply"];
                };
            };
        };
    };
    get_service_resource: {
        parameters: {
            query?: {
                parents?: boolean;
                invert?: boolean;
                flatten?: boolean;
            };
            path: {
                service_name: string;
                resource_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ResourceReply"];
                };
            };
        };
    };
    delete_service_resource: {
        parameters: {
            query?: {
                service_push?: boolean;
            };
            path: {
                service_name: string;
                resource_id: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PushBodyDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    list_user_services: {
        parameters: {
            query?: {
                inherited?: boolean;
                resolve?: boolean;
                cascade?: boolean;
                flatten?: boolean;
                type?: string;
            };
            path: {
                user_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ListedServicesReply"];
                };
            };
        };
    };
    list_user_services_current: {
        parameters: {
            query?: {
                inherited?: boolean;
                resolve?: boolean;
                cascade?: boolean;
                flatten?: boolean;
                type?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ListedServicesReply"];
                };
            };
        };
    };
    list_user_resources: {
        parameters: {
            query?: {
                inherited?: boolean;
                resolve?: boolean;
                filtered?: boolean;
                type?: string;
            };
            path: {
                user_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ResourcesReply"];
                };
            };
        };
    };
    list_user_resources_current: {
        parameters: {
            query?: {
                inherited?: boolean;
                resolve?: boolean;
                filtered?: boolean;
                type?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ResourcesReply"];
                };
            };
        };
    };
    list_user_service_resources: {
        parameters: {
            query?: {
                inherited?: boolean;
                resolve?: boolean;
            };
            path: {
                user_name: string;
                service_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ServiceTreeReply"];
                };
            };
        };
    };
    list_user_service_resources_current: {
        parameters: {
            query?: {
                inherited?: boolean;
                resolve?: boolean;
            };
            path: {
                service_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ServiceTreeReply"];
                };
            };
        };
    };
    list_group_services: {
        parameters: {
            query?: {
                type?: string;
            };
            path: {
                group_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ListedServicesReply"];
                };
            };
        };
    };
    list_group_resources: {
        parameters: {
            query?: {
                type?: string;
            };
            path: {
                group_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ResourcesReply"];
                };
            };
        };
    };
    list_group_service_resources: {
        parameters: {
            path: {
                group_name: string;
                service_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ServiceTreeReply"];
                };
            };
        };
    };
    explain_user_permission: {
        parameters: {
            query: {
                permission: components["schemas"]["PermissionName"];
            };
            path: {
                user_name: string;
                resource_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ExplanationReply"];
                };
            };
        };
    };
    explain_user_permission_current: {
        parameters: {
            query: {
                permission: components["schemas"]["PermissionName"];
            };
            path: {
                resource_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ExplanationReply"];
                };
            };
        };
    };
    explain_group_member_permission: {
        parameters: {
            query: {
                permission: components["schemas"]["PermissionName"];
            };
            path: {
                group_name: string;
                resource_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["MemberExplanationReply"];
                };
            };
        };
    };
    update_permissions: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePermissionsDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    read_permission_matrix: {
        parameters: {
            query?: {
                user_name?: string;
                group_name?: string;
                parent_id?: number;
                offset?: number;
                limit?: number;
                assigned?: boolean;
            };
            path: {
                service_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["MatrixReply"];
                };
            };
        };
    };
    change_permissions: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePermissionsDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["PermissionsChangedReply"];
                };
            };
        };
    };
    list_changed_assignments: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompareChangesDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ChangedSinceReply"];
                };
            };
        };
    };
    preview_permissions: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewPermissionsDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["PermissionPreviewReply"];
                };
            };
        };
    };
    list_resource_access: {
        parameters: {
            query?: {
                permission?: components["schemas"]["PermissionName"];
                kind?: components["schemas"]["PrincipalKind"];
                access?: components["schemas"]["PermissionAccess"];
                by_member?: boolean;
                q?: string;
                offset?: number;
                limit?: number;
            };
            path: {
                resource_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["AccessListReply"];
                };
            };
        };
    };
    locate_resource: {
        parameters: {
            path: {
                resource_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["LocationReply"];
                };
            };
        };
    };
    list_user_service_permissions: {
        parameters: {
            query?: {
                inherited?: boolean;
                resolve?: boolean;
                effective?: boolean;
            };
            path: {
                user_name: string;
                service_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["PermissionListReply"];
                };
            };
        };
    };
    set_user_service_permission: {
        parameters: {
            path: {
                user_name: string;
                service_name: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PermissionBodyDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["UserPermissionReply"];
                };
            };
            201: {
                content: {
                    "application/json": components["schemas"]["UserPermissionReply"];
                };
            };
        };
    };
    create_user_service_permission: {
        parameters: {
            path: {
                user_name: string;
                service_name: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PermissionBodyDto"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": components["schemas"]["UserPermissionReply"];
                };
            };
        };
    };
    delete_user_service_permission: {
        parameters: {
            path: {
                user_name: string;
                service_name: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PermissionBodyDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    list_user_service_permissions_current: {
        parameters: {
            query?: {
                inherited?: boolean;
                resolve?: boolean;
                effective?: boolean;
            };
            path: {
                service_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["PermissionListReply"];
                };
            };
        };
    };
    set_user_service_permission_current: {
        parameters: {
            path: {
                service_name: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PermissionBodyDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["UserPermissionReply"];
                };
            };
            201: {
                content: {
                    "application/json": components["schemas"]["UserPermissionReply"];
                };
            };
        };
    };
    create_user_service_permission_current: {
        parameters: {
            path: {
                service_name: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PermissionBodyDto"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": components["schemas"]["UserPermissionReply"];
                };
            };
        };
    };
    delete_user_service_permission_current: {
        parameters: {
            path: {
                service_name: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PermissionBodyDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    delete_user_service_permission_by_name: {
        parameters: {
            path: {
                user_name: string;
                service_name: string;
                permission_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    delete_user_service_permission_by_name_current: {
        parameters: {
            path: {
                service_name: string;
                permission_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    list_user_resource_permissions: {
        parameters: {
            query?: {
                inherited?: boolean;
                resolve?: boolean;
                effective?: boolean;
            };
            path: {
                user_name: string;
                resource_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["PermissionListReply"];
                };
            };
        };
    };
    set_user_resource_permission: {
        parameters: {
            path: {
                user_name: string;
                resource_id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PermissionBodyDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["UserPermissionReply"];
                };
            };
            201: {
                content: {
                    "application/json": components["schemas"]["UserPermissionReply"];
                };
            };
        };
    };
    create_user_resource_permission: {
        parameters: {
            path: {
                user_name: string;
                resource_id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PermissionBodyDto"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": components["schemas"]["UserPermissionReply"];
                };
            };
        };
    };
    delete_user_resource_permission: {
        parameters: {
            path: {
                user_name: string;
                resource_id: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PermissionBodyDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    list_user_resource_permissions_current: {
        parameters: {
            query?: {
                inherited?: boolean;
                resolve?: boolean;
                effective?: boolean;
            };
            path: {
                resource_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["PermissionListReply"];
                };
            };
        };
    };
    set_user_resource_permission_current: {
        parameters: {
            path: {
                resource_id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PermissionBodyDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["UserPermissionReply"];
                };
            };
            201: {
                content: {
                    "application/json": components["schemas"]["UserPermissionReply"];
                };
            };
        };
    };
    create_user_resource_permission_current: {
        parameters: {
            path: {
                resource_id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PermissionBodyDto"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": components["schemas"]["UserPermissionReply"];
                };
            };
        };
    };
    delete_user_resource_permission_current: {
        parameters: {
            path: {
                resource_id: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PermissionBodyDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    delete_user_resource_permission_by_name: {
        parameters: {
            path: {
                user_name: string;
                resource_id: number;
                permission_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    delete_user_resource_permission_by_name_current: {
        parameters: {
            path: {
                resource_id: number;
                permission_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    list_group_service_permissions: {
        parameters: {
            query?: {
                effective?: boolean;
            };
            path: {
                group_name: string;
                service_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["PermissionListReply"];
                };
            };
        };
    };
    set_group_service_permission: {
        parameters: {
            path: {
                group_name: string;
                service_name: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PermissionBodyDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["GroupPermissionReply"];
                };
            };
            201: {
                content: {
                    "application/json": components["schemas"]["GroupPermissionReply"];
                };
            };
        };
    };
    create_group_service_permission: {
        parameters: {
            path: {
                group_name: string;
                service_name: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PermissionBodyDto"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": components["schemas"]["GroupPermissionReply"];
                };
            };
        };
    };
    delete_group_service_permission: {
        parameters: {
            path: {
                group_name: string;
                service_name: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PermissionBodyDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["GroupPermissionReply"];
                };
            };
        };
    };
    delete_group_service_permission_by_name: {
        parameters: {
            path: {
                group_name: string;
                service_name: string;
                permission_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["GroupPermissionReply"];
                };
            };
        };
    };
    list_group_resource_permissions: {
        parameters: {
            query?: {
                effective?: boolean;
            };
            path: {
                group_name: string;
                resource_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["GroupResourcePermissionsReply"];
                };
            };
        };
    };
    set_group_resource_permission: {
        parameters: {
            path: {
                group_name: string;
                resource_id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PermissionBodyDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["GroupPermissionReply"];
                };
            };
            201: {
                content: {
                    "application/json": components["schemas"]["GroupPermissionReply"];
                };
            };
        };
    };
    create_group_resource_permission: {
        parameters: {
            path: {
                group_name: string;
                resource_id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PermissionBodyDto"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": components["schemas"]["GroupPermissionReply"];
                };
            };
        };
    };
    delete_group_resource_permission: {
        parameters: {
            path: {
                group_name: string;
                resource_id: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PermissionBodyDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["GroupPermissionReply"];
                };
            };
        };
    };
    delete_group_resource_permission_by_name: {
        parameters: {
            path: {
                group_name: string;
                resource_id: number;
                permission_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["GroupPermissionReply"];
                };
            };
        };
    };
    list_discoverable_groups: {
        parameters: {
            query?: {
                detail?: boolean;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["DiscoverableGroupsReply"];
                };
            };
        };
    };
    get_discoverable_group: {
        parameters: {
            path: {
                group_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["GroupPublicReply"];
                };
            };
        };
    };
    join_discoverable_group: {
        parameters: {
            path: {
                group_name: string;
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": components["schemas"]["MembershipReply"];
                };
            };
            202: {
                content: {
                    "application/json": components["schemas"]["MembershipReply"];
                };
            };
        };
    };
    leave_discoverable_group: {
        parameters: {
            path: {
                group_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    list_registrations: {
        parameters: {
            query?: {
                limit?: number;
                after?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["RegistrationsReply"];
                };
            };
        };
    };
    register_user: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterUserDto"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": components["schemas"]["RegistrationReply"];
                };
            };
        };
    };
    get_registration: {
        parameters: {
            path: {
                registration_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["RegistrationReply"];
                };
            };
        };
    };
    delete_registration: {
        parameters: {
            path: {
                registration_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    resend_registration_mail: {
        parameters: {
            path: {
                submitted_name: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResendRegistrationDto"];
            };
        };
        responses: {
            202: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    evaluate_request: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvaluateRequestDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["RequestEvaluationReply"];
                };
            };
        };
    };
    get_session: {
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["SessionReply"];
                };
            };
        };
    };
    sign_in_by_query: {
        parameters: {
            query: {
                provider_name?: string;
                user_name: string;
                password?: string;
                came_from?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    sign_in: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    sign_out: {
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    sign_out_by_post: {
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    sign_in_from_page: {
        parameters: {
            query?: {
                return?: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInDto"];
            };
        };
    };
    continue_after_sign_in: {
        parameters: {
            query?: {
                return?: string;
            };
        };
    };
    sign_out_from_page: {
    };
    sign_in_with_provider: {
        parameters: {
            path: {
                provider_name: string;
            };
        };
    };
    log_out_by_provider: {
        parameters: {
            path: {
                provider_name: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BackChannelLogoutDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    list_user_identities: {
        parameters: {
            path: {
                user_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ExternalIdentitiesReply"];
                };
            };
        };
    };
    link_user_identity: {
        parameters: {
            path: {
                user_name: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkIdentityDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["LinkIdentityReply"];
                };
            };
        };
    };
    list_user_identities_current: {
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ExternalIdentitiesReply"];
                };
            };
        };
    };
    link_user_identity_current: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkIdentityDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["LinkIdentityReply"];
                };
            };
        };
    };
    unlink_user_identity: {
        parameters: {
            path: {
                user_name: string;
                identity_id: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ConfirmationDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    unlink_user_identity_current: {
        parameters: {
            path: {
                identity_id: number;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ConfirmationDto"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    list_user_sessions: {
        parameters: {
            path: {
                user_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["SessionsReply"];
                };
            };
        };
    };
    end_user_sessions: {
        parameters: {
            path: {
                user_name: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    list_user_sessions_current: {
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["SessionsReply"];
                };
            };
        };
    };
    end_user_sessions_current: {
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    end_user_session: {
        parameters: {
            path: {
                user_name: string;
                session_id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    end_user_session_current: {
        parameters: {
            path: {
                session_id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["CommonBodyDto"];
                };
            };
        };
    };
    search: {
        parameters: {
            query: {
                q: string;
                kinds?: string;
                service_name?: string;
                limit?: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["SearchReply"];
                };
            };
        };
    };
    get_overview: {
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["OverviewReply"];
                };
            };
        };
    };
}
