/** SQL of everything that an import writes, each row as a line, without revisions and times. */
export const IMPORTED_STATE = `
  SELECT concat_ws(' ', a, b, c, d, e) AS line FROM (
    SELECT 'user', id::text, name, email, password_hash FROM users UNION ALL
    SELECT 'group', id::text, name, description, terms FROM groups UNION ALL
    SELECT 'member', user_id::text, group_id::text, '', '' FROM memberships UNION ALL
    SELECT 'resource', id::text, name, coalesce(parent_id, 0)::text, ordering::text FROM resources UNION ALL
    SELECT 'service', resource_id::text, type, url, sync_type FROM services UNION ALL
    SELECT 'user permission', user_id::text, resource_id::text, name, access || scope FROM user_permissions UNION ALL
    SELECT 'group permission', group_id::text, resource_id::text, name, access || scope FROM group_permissions UNION ALL
    SELECT 'identity', user_id::text, provider, subject, '' FROM external_identities UNION ALL
    SELECT 'pending', name, email, state, '' FROM pending_users UNION ALL
    SELECT 'imported', kind, id::text, target_id::text, value::text FROM imported_objects WHERE kind NOT IN ('external_identity', 'pending_user') UNION ALL
    SELECT 'imported assignment', principal_kind, principal_id::text, resource_id::text, name || access || scope FROM imported_assignments UNION ALL
    SELECT 'imported membership', user_id::text, group_id::text, '', '' FROM imported_memberships
  ) AS state (a, b, c, d, e)`;
