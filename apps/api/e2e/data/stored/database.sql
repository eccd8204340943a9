SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE FUNCTION public.append_audit_events(given jsonb) RETURNS void
    LANGUAGE plpgsql
    AS $$
  DECLARE
    head audit_event_head;
    event audit_events;
  BEGIN
    SELECT * INTO head FROM audit_event_head FOR UPDATE;
    FOR event IN
      SELECT (jsonb_populate_record(NULL::audit_events, element)).*
        FROM jsonb_array_elements(given) WITH ORDINALITY AS list (element, place) ORDER BY place
    LOOP
      head.position := head.position + 1;
      event.id := nextval('changes_id_seq');
      head.hash := sha256(head.hash || sha256(convert_to(jsonb_build_array(head.position, event.id,
        extract(epoch FROM event.occurred_at)::text, event.kind, event.actor_kind, event.actor_id, event.actor_name,
        event.actor_role, event.address, event.request_id, event.user_id, event.resource_id, event.occurrences,
        event.details)::text, 'UTF8')));
      event.position := head.position;
      event.hash := head.hash;
      INSERT INTO audit_events SELECT event.*;
    END LOOP;
    UPDATE audit_event_head SET position = head.position, hash = head.hash;
  END $$;
CREATE FUNCTION public.begin_revision(kind text, id integer, name text, address text, request text, role text DEFAULT NULL::text) RETURNS bigint
    LANGUAGE plpgsql
    AS $$
  DECLARE
    taken bigint;
  BEGIN
    UPDATE access_revision SET value = value + 1 RETURNING value INTO taken;
    INSERT INTO revisions (revision, actor_kind, actor_id, actor_name, address, request_id, actor_role)
      VALUES (taken, kind, id, name, address, request, role);
    PERFORM set_config('gatehouse.revision', taken::text, true);
    PERFORM pg_notify('gatehouse_revision', taken::text);
    RETURN taken;
  END $$;
CREATE FUNCTION public.record_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  DECLARE
    current bigint := nullif(current_setting('gatehouse.revision', true), '')::bigint;
    hidden text[] := TG_ARGV[1]::text[];
    old_row jsonb;
    new_row jsonb;
    hidden_changed text[];
    subject jsonb;
    user_ref jsonb;
    group_ref jsonb;
    resource_ref jsonb;
  BEGIN
    IF current IS NULL THEN
      RAISE EXCEPTION 'a row of % can only change inside a revision', TG_TABLE_NAME;
    END IF;
    IF TG_OP <> 'INSERT' THEN old_row := to_jsonb(OLD) - hidden; END IF;
    IF TG_OP <> 'DELETE' THEN new_row := to_jsonb(NEW) - hidden; END IF;
    IF TG_OP = 'UPDATE' AND cardinality(hidden) > 0 THEN
      SELECT array_agg(name ORDER BY name) INTO hidden_changed FROM unnest(hidden) AS name
        WHERE to_jsonb(OLD) -> name IS DISTINCT FROM to_jsonb(NEW) -> name;
    END IF;
    subject := coalesce(new_row, old_row);
    user_ref := CASE WHEN TG_ARGV[0] = 'user' THEN subject -> 'id' ELSE subject -> 'user_id' END;
    group_ref := CASE WHEN TG_ARGV[0] = 'group' THEN subject -> 'id' ELSE subject -> 'group_id' END;
    resource_ref := CASE WHEN TG_ARGV[0] = 'resource' THEN subject -> 'id' ELSE subject -> 'resource_id' END;
    INSERT INTO changes (revision, entity, operation, before, after, concealed, user_id, group_id, resource_id)
      VALUES (current, TG_ARGV[0], lower(TG_OP COLLATE "C"), old_row, new_row, hidden_changed, CASE WHEN jsonb_typeof(user_ref) = 'number' THEN user_ref::integer END, CASE WHEN jsonb_typeof(group_ref) = 'number' THEN group_ref::integer END, CASE WHEN jsonb_typeof(resource_ref) = 'number' THEN resource_ref::integer END);
    RETURN NULL;
  END $$;
CREATE FUNCTION public.refuse_audit_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  BEGIN
    IF TG_OP = 'DELETE' AND current_setting('gatehouse.audit_retention', true) = 'on' THEN RETURN OLD; END IF;
    RAISE EXCEPTION 'rows of % are never changed, and only retention deletes them', TG_TABLE_NAME;
  END $$;
CREATE FUNCTION public.seal(sealed bigint) RETURNS void
    LANGUAGE plpgsql
    AS $$
  DECLARE
    previous bytea;
    header bytea;
    rows bytea;
  BEGIN
    SELECT hash INTO previous FROM audit_chain WHERE revision < sealed ORDER BY revision DESC LIMIT 1;
    SELECT sha256(convert_to(jsonb_build_array(r.revision, extract(epoch FROM r.begun_at)::text, r.actor_kind, r.actor_id,
        r.actor_name, r.actor_role, r.address, r.request_id)::text, 'UTF8'))
      INTO header FROM revisions r WHERE r.revision = sealed;
    SELECT sha256(coalesce(string_agg(sha256(convert_to(jsonb_build_array(
        c.id, c.entity, c.operation, c.before, c.after, c.concealed, c.user_id, c.group_id, c.resource_id)::text, 'UTF8')), ''::bytea ORDER BY c.id), ''::bytea))
      INTO rows FROM changes c WHERE c.revision = sealed;
    INSERT INTO audit_chain (revision, hash)
      VALUES (sealed, sha256(coalesce(previous, decode(repeat('00', 32), 'hex')) || header || rows));
  END $$;
CREATE FUNCTION public.seal_revision() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  BEGIN
    PERFORM seal(NEW.revision);
    RETURN NULL;
  END $$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.access_revision (
    singleton boolean DEFAULT true NOT NULL,
    value bigint NOT NULL,
    CONSTRAINT access_revision_singleton_check CHECK (singleton)
);
CREATE TABLE public.applied_settings (
    name text NOT NULL,
    fingerprint text NOT NULL
);
CREATE TABLE public.audit_anchors (
    id bigint NOT NULL,
    chain text NOT NULL,
    removed_through bigint NOT NULL,
    hash bytea NOT NULL,
    removed_at timestamp with time zone DEFAULT now() NOT NULL,
    first_position bigint,
    removed_number bigint,
    last_link_at timestamp with time zone,
    reason text,
    CONSTRAINT audit_anchors_chain_check CHECK ((chain = ANY (ARRAY['changes'::text, 'events'::text]))),
    CONSTRAINT audit_anchors_reason_check CHECK ((reason = ANY (ARRAY['age'::text, 'number'::text])))
);
ALTER TABLE public.audit_anchors ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_anchors_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.audit_chain (
    revision bigint NOT NULL,
    hash bytea NOT NULL
);
CREATE TABLE public.audit_event_head (
    singleton boolean DEFAULT true NOT NULL,
    "position" bigint NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT audit_event_head_singleton_check CHECK (singleton)
);
CREATE TABLE public.changes (
    id bigint NOT NULL,
    revision bigint NOT NULL,
    entity text NOT NULL,
    operation text NOT NULL,
    before jsonb,
    after jsonb,
    concealed text[],
    user_id integer,
    group_id integer,
    resource_id integer
);
ALTER TABLE public.changes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.changes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.audit_events (
    id bigint DEFAULT nextval('public.changes_id_seq'::regclass) NOT NULL,
    "position" bigint NOT NULL,
    occurred_at timestamp with time zone NOT NULL,
    kind text NOT NULL,
    actor_kind text NOT NULL,
    actor_id integer,
    actor_name text,
    actor_role text,
    address text,
    request_id text,
    user_id integer,
    resource_id integer,
    occurrences integer DEFAULT 1 NOT NULL,
    details jsonb DEFAULT '{}'::jsonb NOT NULL,
    hash bytea NOT NULL
);
CREATE TABLE public.claimed_memberships (
    user_id integer NOT NULL,
    group_id integer NOT NULL,
    provider character varying(50) NOT NULL
);
CREATE TABLE public.counted_requests (
    id bigint NOT NULL,
    action text NOT NULL,
    subject text NOT NULL,
    counted_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE public.counted_requests ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.counted_requests_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.external_identities (
    id integer NOT NULL,
    user_id integer NOT NULL,
    provider character varying(50) NOT NULL,
    subject character varying(255) NOT NULL,
    user_name character varying(500),
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE public.external_identities ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.external_identities_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.group_permissions (
    group_id integer NOT NULL,
    resource_id integer NOT NULL,
    name character varying(64) NOT NULL,
    access character varying(5) NOT NULL,
    scope character varying(9) NOT NULL,
    CONSTRAINT group_permissions_access_check CHECK (((access)::text = ANY ((ARRAY['allow'::character varying, 'deny'::character varying])::text[]))),
    CONSTRAINT group_permissions_scope_check CHECK (((scope)::text = ANY ((ARRAY['match'::character varying, 'recursive'::character varying])::text[])))
);
CREATE TABLE public.group_terms (
    group_id integer NOT NULL,
    version integer NOT NULL,
    text text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.groups (
    id integer NOT NULL,
    name character varying(128) NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    discoverable boolean DEFAULT false NOT NULL,
    terms text,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE public.groups ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.groups_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.identity_provider_secrets (
    provider_id integer NOT NULL,
    secret bytea NOT NULL
);
CREATE TABLE public.identity_providers (
    id integer NOT NULL,
    name character varying(50) NOT NULL,
    definition jsonb NOT NULL,
    secret_version integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE public.identity_providers ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.identity_providers_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.memberships (
    user_id integer NOT NULL,
    group_id integer NOT NULL
);
CREATE TABLE public.migrations (
    id integer NOT NULL,
    "timestamp" bigint NOT NULL,
    name character varying NOT NULL
);
CREATE SEQUENCE public.migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.migrations_id_seq OWNED BY public.migrations.id;
CREATE TABLE public.network_link_attempts (
    state_hash bytea NOT NULL,
    session_id uuid NOT NULL,
    node_id integer NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE public.network_message_ids (
    node_id integer NOT NULL,
    message_id text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE public.network_node_states (
    node_id integer NOT NULL,
    is_gatehouse boolean DEFAULT false NOT NULL,
    condition text,
    detail text,
    checked_at timestamp with time zone
);
CREATE TABLE public.network_nodes (
    id integer NOT NULL,
    name character varying(128) NOT NULL,
    base_url text NOT NULL,
    jwks_url text NOT NULL,
    token_url text NOT NULL,
    authorization_url text NOT NULL,
    redirect_uris jsonb DEFAULT '[]'::jsonb NOT NULL,
    user_id integer,
    group_id integer,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE public.network_nodes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.network_nodes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.network_tokens (
    remote_user_id integer NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.one_time_links (
    id uuid NOT NULL,
    token_hmac bytea NOT NULL,
    operation text NOT NULL,
    user_id integer,
    group_id integer,
    pending_user_id integer,
    data jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE public.outbox_messages (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    sequence bigint NOT NULL,
    kind text NOT NULL,
    key text,
    user_id integer,
    payload jsonb NOT NULL,
    state text DEFAULT 'queued'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    last_error text,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    worker integer,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    attempted_at timestamp with time zone,
    finished_at timestamp with time zone,
    target text DEFAULT ''::text NOT NULL,
    CONSTRAINT outbox_messages_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text])))
);
CREATE SEQUENCE public.outbox_messages_sequence_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.outbox_messages_sequence_seq OWNED BY public.outbox_messages.sequence;
CREATE TABLE public.password_reset_requests (
    id bigint NOT NULL,
    login text NOT NULL,
    requested_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE public.password_reset_requests ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.password_reset_requests_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.pending_users (
    id integer NOT NULL,
    name character varying(128) NOT NULL,
    email character varying(100) NOT NULL,
    password_hash text NOT NULL,
    locale character varying(2) DEFAULT 'en'::character varying NOT NULL,
    state text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT pending_users_locale_check CHECK (((locale)::text = ANY ((ARRAY['en'::character varying, 'fr'::character varying])::text[]))),
    CONSTRAINT pending_users_state_check CHECK ((state = ANY (ARRAY['awaiting_confirmation'::text, 'awaiting_approval'::text])))
);
ALTER TABLE public.pending_users ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.pending_users_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.remote_users (
    id integer NOT NULL,
    node_id integer NOT NULL,
    name character varying(128) NOT NULL,
    user_id integer,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    subject character varying(128)
);
ALTER TABLE public.remote_users ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.remote_users_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.resources (
    id integer NOT NULL,
    name character varying(100) NOT NULL,
    display_name character varying(100) NOT NULL,
    type character varying(30) NOT NULL,
    parent_id integer,
    root_service_id integer,
    ordering integer DEFAULT 0 NOT NULL,
    CONSTRAINT resources_check CHECK ((((type)::text = 'service'::text) = (parent_id IS NULL))),
    CONSTRAINT resources_check1 CHECK (((parent_id IS NULL) = (root_service_id IS NULL)))
);
ALTER TABLE public.resources ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.resources_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.revisions (
    revision bigint NOT NULL,
    begun_at timestamp with time zone DEFAULT now() NOT NULL,
    actor_kind text NOT NULL,
    actor_id integer,
    actor_name text,
    address text,
    request_id text,
    actor_role text
);
CREATE TABLE public.scheduled_jobs (
    name text NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    worker integer,
    started_at timestamp with time zone,
    finished_at timestamp with time zone,
    last_error text
);
CREATE TABLE public.services (
    resource_id integer NOT NULL,
    type text NOT NULL,
    url text NOT NULL,
    sync_type text,
    configuration jsonb,
    proxy jsonb
);
CREATE TABLE public.session_tokens (
    token_hmac bytea NOT NULL,
    session_id uuid NOT NULL,
    issued_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone
);
CREATE TABLE public.session_uses (
    session_id uuid NOT NULL,
    last_used_at timestamp with time zone NOT NULL
);
CREATE TABLE public.sessions (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    address text,
    user_agent text,
    origin text,
    signed_in_at timestamp with time zone
);
CREATE TABLE public.sign_in_addresses (
    user_id integer NOT NULL,
    address text NOT NULL,
    last_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.sign_in_failures (
    id bigint NOT NULL,
    account text NOT NULL,
    address text NOT NULL,
    failed_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE public.sign_in_failures ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.sign_in_failures_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.terms_acceptances (
    id bigint NOT NULL,
    user_id integer NOT NULL,
    group_id integer NOT NULL,
    version integer NOT NULL,
    accepted_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE public.terms_acceptances ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.terms_acceptances_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.user_devices (
    user_id integer NOT NULL,
    network text NOT NULL,
    browser text NOT NULL,
    last_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.user_permissions (
    user_id integer NOT NULL,
    resource_id integer NOT NULL,
    name character varying(64) NOT NULL,
    access character varying(5) NOT NULL,
    scope character varying(9) NOT NULL,
    CONSTRAINT user_permissions_access_check CHECK (((access)::text = ANY ((ARRAY['allow'::character varying, 'deny'::character varying])::text[]))),
    CONSTRAINT user_permissions_scope_check CHECK (((scope)::text = ANY ((ARRAY['match'::character varying, 'recursive'::character varying])::text[])))
);
CREATE TABLE public.users (
    id integer NOT NULL,
    name character varying(128) NOT NULL,
    email character varying(100) NOT NULL,
    password_hash text,
    status smallint DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    locale character varying(2) DEFAULT 'en'::character varying NOT NULL,
    CONSTRAINT users_locale_check CHECK (((locale)::text = ANY ((ARRAY['en'::character varying, 'fr'::character varying])::text[])))
);
ALTER TABLE public.users ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.users_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.webhook_deliveries (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    sequence bigint NOT NULL,
    webhook_id integer NOT NULL,
    action character varying(30) NOT NULL,
    user_id integer,
    group_id integer,
    parameters jsonb NOT NULL,
    callback_link uuid,
    state character varying(9) DEFAULT 'pending'::character varying NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    log jsonb DEFAULT '[]'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT webhook_deliveries_state_check CHECK (((state)::text = ANY ((ARRAY['pending'::character varying, 'delivered'::character varying, 'failed'::character varying])::text[])))
);
ALTER TABLE public.webhook_deliveries ALTER COLUMN sequence ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.webhook_deliveries_sequence_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.webhook_states (
    webhook_id integer NOT NULL,
    secret bytea NOT NULL,
    previous_secret bytea,
    previous_until timestamp with time zone,
    failures integer DEFAULT 0 NOT NULL,
    suspended_at timestamp with time zone
);
CREATE TABLE public.webhooks (
    id integer NOT NULL,
    name character varying(128) NOT NULL,
    action character varying(30) NOT NULL,
    method character varying(6) NOT NULL,
    url text NOT NULL,
    format character varying(64),
    payload json,
    file_key text,
    secret_version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE public.webhooks ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.webhooks_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE ONLY public.migrations ALTER COLUMN id SET DEFAULT nextval('public.migrations_id_seq'::regclass);
ALTER TABLE ONLY public.outbox_messages ALTER COLUMN sequence SET DEFAULT nextval('public.outbox_messages_sequence_seq'::regclass);
INSERT INTO public.access_revision VALUES (true, 12);
INSERT INTO public.applied_settings VALUES ('SVC_ADMIN_PASSWORD', '$2b$04$NgimOz9iSB.4GM8eLYYhIeIEk5vsps7WN0mzQcI6e55qJ5vgemRTS');
INSERT INTO public.audit_chain VALUES (1, '\x393ce2f2e94d2c215388d234bc457069f2a0af283f9c0b4863eec7b0f436ed04');
INSERT INTO public.audit_chain VALUES (2, '\x788fe11d585f97132bb2b84e45a860b3b6e3df80026ba234b260387057a7e15c');
INSERT INTO public.audit_chain VALUES (3, '\xeb1031a8e6c7f3ff8831469e1171b32a27a63e5b9cecab22b60a414624d83c8b');
INSERT INTO public.audit_chain VALUES (4, '\xfabcfd80819e82c92532ad69a5622d88187b1eccb749fa1ad867cd2801d4fe71');
INSERT INTO public.audit_chain VALUES (5, '\xa8820fe81d10c7302e8f3310bb1337863dc6b86f9d9183d451e71fd416217e51');
INSERT INTO public.audit_chain VALUES (6, '\x9e37743a25a9df63dadf4a9e8cf1dca664f20c14d742a95e5d7534b1759658f6');
INSERT INTO public.audit_chain VALUES (7, '\x81e343c515fb8f6783c334fd97f18ebd2d8c919999b2425805edd8df571c820f');
INSERT INTO public.audit_chain VALUES (8, '\xd7d8e785c45ae6b2544e4450b7ea6d0e97d01097992c038e14dfdb18db515d28');
INSERT INTO public.audit_chain VALUES (9, '\x66d7732aec49a793310c35cd5a8468abbbcc3068c87e15d1cf27eb51f7981107');
INSERT INTO public.audit_chain VALUES (10, '\x62e00524a1e198c0fef26900979b827c9a6e3ccdd45a0e32dedabce832b53f3c');
INSERT INTO public.audit_chain VALUES (11, '\x95598ea90f2da5bea9833ae3ba88b2e58258808a1d9db9f3051912b4f1035870');
INSERT INTO public.audit_chain VALUES (12, '\xdfa751d79c61aa26b3507673dada685d92a25c5149b650d2c12eacc80745daf1');
INSERT INTO public.audit_event_head VALUES (true, 1, '\x285b889b76bb21f6144fcf7b2fd08809e91ff8109379743f81422ba35ba76d2e');
INSERT INTO public.audit_events VALUES (28, 1, '2026-11-24 00:26:11.701+00', 'sign_in.failed', 'anonymous', NULL, NULL, NULL, '127.0.0.1', 'bc840230-e50b-4646-8539-a00d228fec0b', 3, NULL, 1, '{"reason": "wrong_credentials", "known_account": true}', '\x285b889b76bb21f6144fcf7b2fd08809e91ff8109379743f81422ba35ba76d2e');
INSERT INTO public.changes OVERRIDING SYSTEM VALUE VALUES (1, 1, 'group', 'insert', NULL, '{"id": 1, "name": "administrators", "terms": null, "created_at": "2026-11-24T00:26:11.227573+00:00", "description": "Members may do everything.", "discoverable": false}', NULL, NULL, 1, NULL);
INSERT INTO public.changes OVERRIDING SYSTEM VALUE VALUES (2, 1, 'group', 'insert', NULL, '{"id": 2, "name": "anonymous", "terms": null, "created_at": "2026-11-24T00:26:11.227573+00:00", "description": "Everyone is a member: what this group may do is public.", "discoverable": false}', NULL, NULL, 2, NULL);
INSERT INTO public.changes OVERRIDING SYSTEM VALUE VALUES (3, 1, 'group', 'insert', NULL, '{"id": 3, "name": "users", "terms": null, "created_at": "2026-11-24T00:26:11.227573+00:00", "description": "", "discoverable": false}', NULL, NULL, 3, NULL);
INSERT INTO public.changes OVERRIDING SYSTEM VALUE VALUES (4, 1, 'user', 'insert', NULL, '{"id": 1, "name": "chief", "email": "chief@mail.com", "locale": "en", "status": 1, "created_at": "2026-11-24T00:26:11.227573+00:00"}', NULL, 1, NULL, NULL);
INSERT INTO public.changes OVERRIDING SYSTEM VALUE VALUES (5, 1, 'user', 'insert', NULL, '{"id": 2, "name": "anonymous", "email": "anonymous@mail.com", "locale": "en", "status": 1, "created_at": "2026-11-24T00:26:11.227573+00:00"}', NULL, 2, NULL, NULL);
INSERT INTO public.changes OVERRIDING SYSTEM VALUE VALUES (6, 1, 'membership', 'insert', NULL, '{"user_id": 1, "group_id": 1}', NULL, 1, 1, NULL);
INSERT INTO public.changes OVERRIDING SYSTEM VALUE VALUES (7, 1, 'membership', 'insert', NULL, '{"user_id": 2, "group_id": 2}', NULL, 2, 2, NULL);
INSERT INTO public.changes OVERRIDING SYSTEM VALUE VALUES (8, 1, 'user', 'update', '{"id": 1, "name": "chief", "email": "chief@mail.com", "locale": "en", "status": 1, "created_at": "2026-11-24T00:26:11.227573+00:00"}', '{"id": 1, "name": "chief", "email": "chief@mail.com", "locale": "en", "status": 1, "created_at": "2026-11-24T00:26:11.227573+00:00"}', '{password_hash}', 1, NULL, NULL);
INSERT INTO public.changes OVERRIDING SYSTEM VALUE VALUES (9, 2, 'session', 'insert', NULL, '{"id": "90a5c406-6734-4e47-9506-12c923eafebe", "origin": null, "address": "127.0.0.1", "user_id": 1, "created_at": "2026-11-24T00:26:11.337+00:00", "expires_at": "2026-12-24T00:26:11.337+00:00", "user_agent": null, "signed_in_at": "2026-11-24T00:26:11.337+00:00"}', NULL, 1, NULL, NULL);
INSERT INTO public.changes OVERRIDING SYSTEM VALUE VALUES (10, 2, 'session_token', 'insert', NULL, '{"issued_at": "2026-11-24T00:26:11.337+00:00", "expires_at": "2026-11-24T12:26:11.337+00:00", "session_id": "90a5c406-6734-4e47-9506-12c923eafebe"}', NULL, NULL, NULL, NULL);
INSERT INTO public.changes OVERRIDING SYSTEM VALUE VALUES (11, 3, 'user', 'insert', NULL, '{"id": 3, "name": "keeper", "email": "keeper@example.org", "locale": "en", "status": 1, "created_at": "2026-11-24T00:26:11.387242+00:00"}', NULL, 3, NULL, NULL);
INSERT INTO public.changes OVERRIDING SYSTEM VALUE VALUES (12, 3, 'membership', 'insert', NULL, '{"user_id": 3, "group_id": 2}', NULL, 3, 2, NULL);
INSERT INTO public.changes OVERRIDING SYSTEM VALUE VALUES (13, 4, 'user', 'update', '{"id": 3, "name": "keeper", "email": "keeper@example.org", "locale": "en", "status": 1, "created_at": "2026-11-24T00:26:11.387242+00:00"}', '{"id": 3, "name": "keeper", "email": "keeper@example.org", "locale": "fr", "status": 1, "created_at": "2026-11-24T00:26:11.387242+00:00"}', NULL, 3, NULL, NULL);
INSERT INTO public.changes OVERRIDING SYSTEM VALUE VALUES (14, 5, 'group', 'insert', NULL, '{"id": 4, "name": "archivists", "terms": null, "created_at": "2026-11-24T00:26:11.420052+00:00", "description": "Keep what is old", "discoverable": true}', NULL, NULL, 4, NULL);
INSERT INTO public.changes OVERRIDING SYSTEM VALUE VALUES (15, 5, 'group_terms', 'insert', NULL, '{"text": "Handle with care.", "version": 1, "group_id": 4, "created_at": "2026-11-24T00:26:11.420052+00:00"}', NULL, NULL, 4, NULL);
INSERT INTO public.changes OVERRIDING SYSTEM VALUE VALUES (16, 5, 'group', 'update', '{"id": 4, "name": "archivists", "terms": null, "created_at": "2026-11-24T00:26:11.420052+00:00", "description": "Keep what is old", "discoverable": true}', '{"id": 4, "name": "archivists", "terms": "Handle with care.", "created_at": "2026-11-24T00:26:11.420052+00:00", "description": "Keep what is old", "discoverable": true}', NULL, NULL, 4, NULL);
INSERT INTO public.changes OVERRIDING SYSTEM VALUE VALUES (17, 6, 'resource', 'insert', NULL, '{"id": 1, "name": "archive", "type": "service", "ordering": 0, "parent_id": null, "display_name": "archive", "root_service_id": null}', NULL, NULL, NULL, 1);
INSERT INTO public.changes OVERRIDING SYSTEM VALUE VALUES (18, 6, 'service', 'insert', NULL, '{"url": "http://localhost:9000/thredds", "type": "thredds", "proxy": null, "sync_type": "thredds", "resource_id": 1, "configuration": null}', NULL, NULL, NULL, 1);
INSERT INTO public.changes OVERRIDING SYSTEM VALUE VALUES (19, 7, 'resource', 'insert', NULL, '{"id": 2, "name": "maps", "type": "directory", "ordering": 1, "parent_id": 1, "display_name": "Old maps", "root_service_id": 1}', NULL, NULL, NULL, 2);
INSERT INTO public.changes OVERRIDING SYSTEM VALUE VALUES (20, 8, 'user_rule', 'insert', NULL, '{"name": "read", "scope": "recursive", "access": "allow", "user_id": 3, "resource_id": 2}', NULL, 3, NULL, 2);
INSERT INTO public.changes OVERRIDING SYSTEM VALUE VALUES (21, 9, 'identity_provider', 'insert', NULL, '{"id": 1, "name": "lab", "created_at": "2026-11-24T00:26:11.619737+00:00", "definition": {"name": "lab", "issuer": "https://127.0.0.1/lab", "protocol": "openid-connect", "client_id": "client"}, "secret_version": 1}', NULL, NULL, NULL, NULL);
INSERT INTO public.changes OVERRIDING SYSTEM VALUE VALUES (22, 10, 'webhook', 'insert', NULL, '{"id": 1, "url": "http://127.0.0.1:9/", "name": "archive", "action": "create_user", "format": null, "method": "POST", "payload": {"login": "{{user.name}}"}, "file_key": null, "created_at": "2026-11-24T00:26:11.68544+00:00", "secret_version": 1}', NULL, NULL, NULL, NULL);
INSERT INTO public.changes OVERRIDING SYSTEM VALUE VALUES (23, 11, 'session', 'insert', NULL, '{"id": "8ac7f3be-7cdc-4a1b-ac7e-ab7bfad4e86c", "origin": null, "address": "127.0.0.1", "user_id": 3, "created_at": "2026-11-24T00:26:11.714+00:00", "expires_at": "2026-12-24T00:26:11.714+00:00", "user_agent": null, "signed_in_at": "2026-11-24T00:26:11.714+00:00"}', NULL, 3, NULL, NULL);
INSERT INTO public.changes OVERRIDING SYSTEM VALUE VALUES (24, 11, 'session_token', 'insert', NULL, '{"issued_at": "2026-11-24T00:26:11.714+00:00", "expires_at": "2026-11-24T12:26:11.714+00:00", "session_id": "8ac7f3be-7cdc-4a1b-ac7e-ab7bfad4e86c"}', NULL, NULL, NULL, NULL);
INSERT INTO public.changes OVERRIDING SYSTEM VALUE VALUES (25, 12, 'session', 'update', '{"id": "8ac7f3be-7cdc-4a1b-ac7e-ab7bfad4e86c", "origin": null, "address": "127.0.0.1", "user_id": 3, "created_at": "2026-11-24T00:26:11.714+00:00", "expires_at": "2026-12-24T00:26:11.714+00:00", "user_agent": null, "signed_in_at": "2026-11-24T00:26:11.714+00:00"}', '{"id": "8ac7f3be-7cdc-4a1b-ac7e-ab7bfad4e86c", "origin": null, "address": "127.0.0.1", "user_id": 3, "created_at": "2026-11-24T00:26:11.714+00:00", "expires_at": "2999-01-01T00:00:00+00:00", "user_agent": null, "signed_in_at": "2026-11-24T00:26:11.714+00:00"}', NULL, 3, NULL, NULL);
INSERT INTO public.changes OVERRIDING SYSTEM VALUE VALUES (26, 12, 'session_token', 'update', '{"issued_at": "2026-11-24T00:26:11.337+00:00", "expires_at": "2026-11-24T12:26:11.337+00:00", "session_id": "90a5c406-6734-4e47-9506-12c923eafebe"}', '{"issued_at": "2026-11-24T00:26:11.337+00:00", "expires_at": null, "session_id": "90a5c406-6734-4e47-9506-12c923eafebe"}', NULL, NULL, NULL, NULL);
INSERT INTO public.changes OVERRIDING SYSTEM VALUE VALUES (27, 12, 'session_token', 'update', '{"issued_at": "2026-11-24T00:26:11.714+00:00", "expires_at": "2026-11-24T12:26:11.714+00:00", "session_id": "8ac7f3be-7cdc-4a1b-ac7e-ab7bfad4e86c"}', '{"issued_at": "2026-11-24T00:26:11.714+00:00", "expires_at": null, "session_id": "8ac7f3be-7cdc-4a1b-ac7e-ab7bfad4e86c"}', NULL, NULL, NULL, NULL);
INSERT INTO public.group_terms VALUES (4, 1, 'Handle with care.', '2026-11-24 00:26:11.420052+00');
INSERT INTO public.groups OVERRIDING SYSTEM VALUE VALUES (1, 'administrators', 'Members may do everything.', false, NULL, '2026-11-24 00:26:11.227573+00');
INSERT INTO public.groups OVERRIDING SYSTEM VALUE VALUES (2, 'anonymous', 'Everyone is a member: what this group may do is public.', false, NULL, '2026-11-24 00:26:11.227573+00');
INSERT INTO public.groups OVERRIDING SYSTEM VALUE VALUES (3, 'users', '', false, NULL, '2026-11-24 00:26:11.227573+00');
INSERT INTO public.groups OVERRIDING SYSTEM VALUE VALUES (4, 'archivists', 'Keep what is old', true, 'Handle with care.', '2026-11-24 00:26:11.420052+00');
INSERT INTO public.identity_provider_secrets VALUES (1, '\x25e8850e0efad49966be840bb929a6263e1f9353eb86dce6dff9b8f941ce4569ceb8ca1532321eb42d422830e48b8b1e7757982f');
INSERT INTO public.identity_providers OVERRIDING SYSTEM VALUE VALUES (1, 'lab', '{"name": "lab", "issuer": "https://127.0.0.1/lab", "protocol": "openid-connect", "client_id": "client"}', 1, '2026-11-24 00:26:11.619737+00');
INSERT INTO public.memberships VALUES (1, 1);
INSERT INTO public.memberships VALUES (2, 2);
INSERT INTO public.memberships VALUES (3, 2);
INSERT INTO public.migrations VALUES (1, 1795219200000, 'AccountsAndAccess1795219200000');
INSERT INTO public.migrations VALUES (2, 1795262400000, 'ProxyOptions1795262400000');
INSERT INTO public.migrations VALUES (3, 1795309200000, 'ClientNetworks1795309200000');
INSERT INTO public.migrations VALUES (4, 1795352400000, 'Outbox1795352400000');
INSERT INTO public.migrations VALUES (5, 1795356000000, 'RegistrationsAndLinks1795356000000');
INSERT INTO public.migrations VALUES (6, 1795359600000, 'GroupTerms1795359600000');
INSERT INTO public.migrations VALUES (7, 1795363200000, 'Webhooks1795363200000');
INSERT INTO public.migrations VALUES (8, 1795366800000, 'AccountSecurity1795366800000');
INSERT INTO public.migrations VALUES (9, 1795370400000, 'Network1795370400000');
INSERT INTO public.migrations VALUES (10, 1795374000000, 'IdentityProviders1795374000000');
INSERT INTO public.migrations VALUES (11, 1795377600000, 'Audit1795377600000');
INSERT INTO public.migrations VALUES (12, 1795381200000, 'SearchIndexes1795381200000');
INSERT INTO public.migrations VALUES (13, 1795384800000, 'OutboxTargets1795384800000');
INSERT INTO public.migrations VALUES (14, 1795388400000, 'InteractiveSignIns1795388400000');
INSERT INTO public.migrations VALUES (15, 1795392000000, 'RemoteUserSubjects1795392000000');
INSERT INTO public.migrations VALUES (16, 1795395600000, 'ProviderTokens1795395600000');
INSERT INTO public.migrations VALUES (17, 1795399200000, 'AuditAnchors1795399200000');
INSERT INTO public.migrations VALUES (18, 1795402800000, 'NamesWithoutLanguage1795402800000');
INSERT INTO public.resources OVERRIDING SYSTEM VALUE VALUES (1, 'archive', 'archive', 'service', NULL, NULL, 0);
INSERT INTO public.resources OVERRIDING SYSTEM VALUE VALUES (2, 'maps', 'Old maps', 'directory', 1, 1, 1);
INSERT INTO public.revisions VALUES (1, '2026-11-24 00:26:11.227573+00', 'system', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.revisions VALUES (2, '2026-11-24 00:26:11.328382+00', 'user', 1, 'chief', '127.0.0.1', '688596fe-5933-48cf-81a4-9e3769c6c3af', NULL);
INSERT INTO public.revisions VALUES (3, '2026-11-24 00:26:11.387242+00', 'user', 1, 'chief', '127.0.0.1', '726a225e-a054-47c8-81f2-337f5ff99f9a', 'administrator');
INSERT INTO public.revisions VALUES (4, '2026-11-24 00:26:11.410269+00', 'user', 1, 'chief', '127.0.0.1', 'edc7754a-86d0-46bc-9d5e-32655125db96', 'administrator');
INSERT INTO public.revisions VALUES (5, '2026-11-24 00:26:11.420052+00', 'user', 1, 'chief', '127.0.0.1', 'e6fd8587-17e0-475b-a8f8-573016b9b5d4', 'administrator');
INSERT INTO public.revisions VALUES (6, '2026-11-24 00:26:11.441227+00', 'user', 1, 'chief', '127.0.0.1', 'a6197c86-a61b-4fec-83c9-fad075088395', 'administrator');
INSERT INTO public.revisions VALUES (7, '2026-11-24 00:26:11.547112+00', 'user', 1, 'chief', '127.0.0.1', 'bd5c5934-4d9a-4d28-9346-af020fcfd2dd', 'administrator');
INSERT INTO public.revisions VALUES (8, '2026-11-24 00:26:11.584358+00', 'user', 1, 'chief', '127.0.0.1', '79539e95-6412-4a7f-a75f-937fb6baf9a7', 'administrator');
INSERT INTO public.revisions VALUES (9, '2026-11-24 00:26:11.619737+00', 'user', 1, 'chief', '127.0.0.1', '2ae64af3-5ce2-420a-9646-26a8bd4b0baf', 'administrator');
INSERT INTO public.revisions VALUES (10, '2026-11-24 00:26:11.68544+00', 'user', 1, 'chief', '127.0.0.1', '2394d712-cf39-4b4d-8e4e-2a2422df6dc9', 'administrator');
INSERT INTO public.revisions VALUES (11, '2026-11-24 00:26:11.713288+00', 'user', 3, 'keeper', '127.0.0.1', '294672be-8b29-405c-8524-e5e772c4109b', NULL);
INSERT INTO public.revisions VALUES (12, '2026-11-24 00:26:11.724385+00', 'system', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.scheduled_jobs VALUES ('purge_outbox', '2026-11-24 01:26:11.328312+00', NULL, '2026-11-24 00:26:11.297249+00', '2026-11-24 00:26:11.328312+00', NULL);
INSERT INTO public.scheduled_jobs VALUES ('purge_network_tokens', '2026-11-25 00:26:11.328687+00', NULL, '2026-11-24 00:26:11.297273+00', '2026-11-24 00:26:11.328688+00', NULL);
INSERT INTO public.scheduled_jobs VALUES ('purge_links', '2026-11-25 00:26:11.329003+00', NULL, '2026-11-24 00:26:11.297271+00', '2026-11-24 00:26:11.329003+00', NULL);
INSERT INTO public.scheduled_jobs VALUES ('password_resets', '2026-11-24 00:26:16.329253+00', NULL, '2026-11-24 00:26:11.297272+00', '2026-11-24 00:26:11.329253+00', NULL);
INSERT INTO public.scheduled_jobs VALUES ('check_network_nodes', '2026-11-24 00:31:11.329501+00', NULL, '2026-11-24 00:26:11.297273+00', '2026-11-24 00:26:11.329501+00', NULL);
INSERT INTO public.scheduled_jobs VALUES ('purge_sign_in_failures', '2026-11-24 00:36:11.330724+00', NULL, '2026-11-24 00:26:11.297268+00', '2026-11-24 00:26:11.330724+00', NULL);
INSERT INTO public.scheduled_jobs VALUES ('purge_session_uses', '2026-11-24 00:36:11.331191+00', NULL, '2026-11-24 00:26:11.297267+00', '2026-11-24 00:26:11.331191+00', NULL);
INSERT INTO public.scheduled_jobs VALUES ('purge_devices', '2026-11-25 00:26:11.331336+00', NULL, '2026-11-24 00:26:11.29727+00', '2026-11-24 00:26:11.331336+00', NULL);
INSERT INTO public.scheduled_jobs VALUES ('purge_counted_requests', '2026-11-24 00:36:11.331717+00', NULL, '2026-11-24 00:26:11.297269+00', '2026-11-24 00:26:11.331717+00', NULL);
INSERT INTO public.scheduled_jobs VALUES ('purge_sessions', '2026-11-24 00:36:11.334146+00', NULL, '2026-11-24 00:26:11.297266+00', '2026-11-24 00:26:11.334146+00', NULL);
INSERT INTO public.scheduled_jobs VALUES ('purge_webhook_deliveries', '2026-11-25 00:26:11.336583+00', NULL, '2026-11-24 00:26:11.297275+00', '2026-11-24 00:26:11.336583+00', NULL);
INSERT INTO public.scheduled_jobs VALUES ('purge_registrations', '2026-11-24 00:36:11.336958+00', NULL, '2026-11-24 00:26:11.297276+00', '2026-11-24 00:26:11.336959+00', NULL);
INSERT INTO public.scheduled_jobs VALUES ('purge_network_messages', '2026-11-24 00:31:11.337293+00', NULL, '2026-11-24 00:26:11.297274+00', '2026-11-24 00:26:11.337294+00', NULL);
INSERT INTO public.scheduled_jobs VALUES ('purge_audit', '2026-11-24 01:26:11.347323+00', NULL, '2026-11-24 00:26:11.297264+00', '2026-11-24 00:26:11.347323+00', NULL);
INSERT INTO public.services VALUES (1, 'thredds', 'http://localhost:9000/thredds', 'thredds', NULL, NULL);
INSERT INTO public.session_tokens VALUES ('\x50d7cde28fe6aa39a606f9905465fdb9ab900aae0eb60dce309ebe436519f1c5', '90a5c406-6734-4e47-9506-12c923eafebe', '2026-11-24 00:26:11.337+00', NULL);
INSERT INTO public.session_tokens VALUES ('\x239798eaa52063aa37f5f6d4a33c2149150f73ce9c190b304df22bf5a8d43ddc', '8ac7f3be-7cdc-4a1b-ac7e-ab7bfad4e86c', '2026-11-24 00:26:11.714+00', NULL);
INSERT INTO public.sessions VALUES ('90a5c406-6734-4e47-9506-12c923eafebe', 1, '2026-11-24 00:26:11.337+00', '2026-12-24 00:26:11.337+00', '127.0.0.1', NULL, NULL, '2026-11-24 00:26:11.337+00');
INSERT INTO public.sessions VALUES ('8ac7f3be-7cdc-4a1b-ac7e-ab7bfad4e86c', 3, '2026-11-24 00:26:11.714+00', '2999-01-01 00:00:00+00', '127.0.0.1', NULL, NULL, '2026-11-24 00:26:11.714+00');
INSERT INTO public.sign_in_addresses VALUES (1, '127.0.0.1', '2026-11-24 00:26:11.298503+00');
INSERT INTO public.sign_in_addresses VALUES (3, '127.0.0.1', '2026-11-24 00:26:11.712236+00');
INSERT INTO public.user_permissions VALUES (3, 2, 'read', 'allow', 'recursive');
INSERT INTO public.users OVERRIDING SYSTEM VALUE VALUES (2, 'anonymous', 'anonymous@mail.com', NULL, 1, '2026-11-24 00:26:11.227573+00', 'en');
INSERT INTO public.users OVERRIDING SYSTEM VALUE VALUES (1, 'chief', 'chief@mail.com', '$2b$04$NgimOz9iSB.4GM8eLYYhIeIEk5vsps7WN0mzQcI6e55qJ5vgemRTS', 1, '2026-11-24 00:26:11.227573+00', 'en');
INSERT INTO public.users OVERRIDING SYSTEM VALUE VALUES (3, 'keeper', 'keeper@example.org', '$2b$04$982o7Z8OzEmVcpbYUzM2G.GTxBTBHHwn6z86XTdPVyk2qL8nlm7v.', 1, '2026-11-24 00:26:11.387242+00', 'fr');
INSERT INTO public.webhook_states VALUES (1, '\x4e55ffecd16db25a6a56934b18e2428f4326618150fc98098070ce96e56421d7ffb14a21e267d5c22ae1c5a7165a9a304590011ada7daf398ea47116ac1cb2068495064f30eade4805b0c1cbf5ab', NULL, NULL, 0, NULL);
INSERT INTO public.webhooks OVERRIDING SYSTEM VALUE VALUES (1, 'archive', 'create_user', 'POST', 'http://127.0.0.1:9/', NULL, '{"login":"{{user.name}}"}', NULL, 1, '2026-11-24 00:26:11.68544+00');
SELECT pg_catalog.setval('public.audit_anchors_id_seq', 1, false);
SELECT pg_catalog.setval('public.changes_id_seq', 28, true);
SELECT pg_catalog.setval('public.counted_requests_id_seq', 1, false);
SELECT pg_catalog.setval('public.external_identities_id_seq', 1, false);
SELECT pg_catalog.setval('public.groups_id_seq', 4, true);
SELECT pg_catalog.setval('public.identity_providers_id_seq', 1, true);
SELECT pg_catalog.setval('public.migrations_id_seq', 18, true);
SELECT pg_catalog.setval('public.network_nodes_id_seq', 1, false);
SELECT pg_catalog.setval('public.outbox_messages_sequence_seq', 1, false);
SELECT pg_catalog.setval('public.password_reset_requests_id_seq', 1, false);
SELECT pg_catalog.setval('public.pending_users_id_seq', 1, false);
SELECT pg_catalog.setval('public.remote_users_id_seq', 1, false);
SELECT pg_catalog.setval('public.resources_id_seq', 2, true);
SELECT pg_catalog.setval('public.sign_in_failures_id_seq', 3, true);
SELECT pg_catalog.setval('public.terms_acceptances_id_seq', 1, false);
SELECT pg_catalog.setval('public.users_id_seq', 3, true);
SELECT pg_catalog.setval('public.webhook_deliveries_sequence_seq', 1, false);
SELECT pg_catalog.setval('public.webhooks_id_seq', 1, true);
ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT "PK_8c82d7f526340ab734260ea46be" PRIMARY KEY (id);
ALTER TABLE ONLY public.access_revision
    ADD CONSTRAINT access_revision_pkey PRIMARY KEY (singleton);
ALTER TABLE ONLY public.applied_settings
    ADD CONSTRAINT applied_settings_pkey PRIMARY KEY (name);
ALTER TABLE public.audit_anchors
    ADD CONSTRAINT audit_anchors_complete CHECK ((num_nonnulls(first_position, removed_number, last_link_at, reason) = 4)) NOT VALID;
ALTER TABLE ONLY public.audit_anchors
    ADD CONSTRAINT audit_anchors_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.audit_chain
    ADD CONSTRAINT audit_chain_pkey PRIMARY KEY (revision);
ALTER TABLE ONLY public.audit_event_head
    ADD CONSTRAINT audit_event_head_pkey PRIMARY KEY (singleton);
ALTER TABLE ONLY public.audit_events
    ADD CONSTRAINT audit_events_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.audit_events
    ADD CONSTRAINT audit_events_position_key UNIQUE ("position");
ALTER TABLE ONLY public.changes
    ADD CONSTRAINT changes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.claimed_memberships
    ADD CONSTRAINT claimed_memberships_pkey PRIMARY KEY (user_id, group_id);
ALTER TABLE ONLY public.counted_requests
    ADD CONSTRAINT counted_requests_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.external_identities
    ADD CONSTRAINT external_identities_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.group_permissions
    ADD CONSTRAINT group_permissions_pkey PRIMARY KEY (group_id, resource_id, name);
ALTER TABLE ONLY public.group_terms
    ADD CONSTRAINT group_terms_pkey PRIMARY KEY (group_id, version);
ALTER TABLE ONLY public.groups
    ADD CONSTRAINT groups_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.identity_provider_secrets
    ADD CONSTRAINT identity_provider_secrets_pkey PRIMARY KEY (provider_id);
ALTER TABLE ONLY public.identity_providers
    ADD CONSTRAINT identity_providers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_pkey PRIMARY KEY (user_id, group_id);
ALTER TABLE ONLY public.network_link_attempts
    ADD CONSTRAINT network_link_attempts_pkey PRIMARY KEY (state_hash);
ALTER TABLE ONLY public.network_message_ids
    ADD CONSTRAINT network_message_ids_pkey PRIMARY KEY (node_id, message_id);
ALTER TABLE ONLY public.network_node_states
    ADD CONSTRAINT network_node_states_pkey PRIMARY KEY (node_id);
ALTER TABLE ONLY public.network_nodes
    ADD CONSTRAINT network_nodes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.network_tokens
    ADD CONSTRAINT network_tokens_pkey PRIMARY KEY (remote_user_id);
ALTER TABLE ONLY public.one_time_links
    ADD CONSTRAINT one_time_links_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.outbox_messages
    ADD CONSTRAINT outbox_messages_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.password_reset_requests
    ADD CONSTRAINT password_reset_requests_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.pending_users
    ADD CONSTRAINT pending_users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.remote_users
    ADD CONSTRAINT remote_users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.resources
    ADD CONSTRAINT resources_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.revisions
    ADD CONSTRAINT revisions_pkey PRIMARY KEY (revision);
ALTER TABLE ONLY public.scheduled_jobs
    ADD CONSTRAINT scheduled_jobs_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.services
    ADD CONSTRAINT services_pkey PRIMARY KEY (resource_id);
ALTER TABLE ONLY public.session_tokens
    ADD CONSTRAINT session_tokens_pkey PRIMARY KEY (token_hmac);
ALTER TABLE ONLY public.session_uses
    ADD CONSTRAINT session_uses_pkey PRIMARY KEY (session_id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sign_in_addresses
    ADD CONSTRAINT sign_in_addresses_pkey PRIMARY KEY (user_id, address);
ALTER TABLE ONLY public.sign_in_failures
    ADD CONSTRAINT sign_in_failures_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.terms_acceptances
    ADD CONSTRAINT terms_acceptances_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.user_devices
    ADD CONSTRAINT user_devices_pkey PRIMARY KEY (user_id, network, browser);
ALTER TABLE ONLY public.user_permissions
    ADD CONSTRAINT user_permissions_pkey PRIMARY KEY (user_id, resource_id, name);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhook_states
    ADD CONSTRAINT webhook_states_pkey PRIMARY KEY (webhook_id);
ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_pkey PRIMARY KEY (id);
CREATE INDEX audit_events_actor ON public.audit_events USING btree (lower((actor_name COLLATE "C")), id);
CREATE INDEX audit_events_kind ON public.audit_events USING btree (kind, id);
CREATE INDEX audit_events_occurred ON public.audit_events USING btree (occurred_at);
CREATE INDEX audit_events_resource ON public.audit_events USING btree (resource_id, id) WHERE (resource_id IS NOT NULL);
CREATE INDEX audit_events_user ON public.audit_events USING btree (user_id, id) WHERE (user_id IS NOT NULL);
CREATE INDEX changes_entity ON public.changes USING btree (entity, id);
CREATE INDEX changes_group ON public.changes USING btree (group_id, id) WHERE (group_id IS NOT NULL);
CREATE INDEX changes_resource ON public.changes USING btree (resource_id, id) WHERE (resource_id IS NOT NULL);
CREATE INDEX changes_revision ON public.changes USING btree (revision, id);
CREATE INDEX changes_user ON public.changes USING btree (user_id, id) WHERE (user_id IS NOT NULL);
CREATE INDEX counted_requests_subject ON public.counted_requests USING btree (action, subject, counted_at);
CREATE UNIQUE INDEX external_identities_subject ON public.external_identities USING btree (provider, subject);
CREATE INDEX external_identities_user ON public.external_identities USING btree (user_id);
CREATE INDEX group_permissions_resource ON public.group_permissions USING btree (resource_id);
CREATE UNIQUE INDEX groups_name ON public.groups USING btree (lower(((name)::text COLLATE "C")));
CREATE INDEX groups_order ON public.groups USING btree (name COLLATE "C");
CREATE UNIQUE INDEX identity_providers_name ON public.identity_providers USING btree (name);
CREATE INDEX memberships_group ON public.memberships USING btree (group_id);
CREATE INDEX network_link_attempts_expiry ON public.network_link_attempts USING btree (expires_at);
CREATE INDEX network_link_attempts_session ON public.network_link_attempts USING btree (session_id);
CREATE INDEX network_message_ids_expiry ON public.network_message_ids USING btree (expires_at);
CREATE UNIQUE INDEX network_nodes_name ON public.network_nodes USING btree (name);
CREATE UNIQUE INDEX network_tokens_hash ON public.network_tokens USING btree (token_hash);
CREATE INDEX one_time_links_expiry ON public.one_time_links USING btree (expires_at);
CREATE INDEX one_time_links_group ON public.one_time_links USING btree (group_id);
CREATE INDEX one_time_links_pending_user ON public.one_time_links USING btree (pending_user_id);
CREATE UNIQUE INDEX one_time_links_token ON public.one_time_links USING btree (token_hmac);
CREATE INDEX one_time_links_user ON public.one_time_links USING btree (user_id);
CREATE INDEX outbox_messages_finished ON public.outbox_messages USING btree (state, finished_at);
CREATE INDEX outbox_messages_queued ON public.outbox_messages USING btree (kind, key, sequence) WHERE (state = 'queued'::text);
CREATE UNIQUE INDEX outbox_messages_sequence ON public.outbox_messages USING btree (sequence);
CREATE INDEX outbox_messages_target ON public.outbox_messages USING btree (kind, target, sequence) WHERE (state = 'queued'::text);
CREATE INDEX outbox_messages_user ON public.outbox_messages USING btree (user_id);
CREATE INDEX pending_users_expiry ON public.pending_users USING btree (expires_at);
CREATE UNIQUE INDEX pending_users_name ON public.pending_users USING btree (lower(((name)::text COLLATE "C")));
CREATE INDEX pending_users_order ON public.pending_users USING btree (name COLLATE "C");
CREATE UNIQUE INDEX remote_users_name ON public.remote_users USING btree (node_id, name);
CREATE UNIQUE INDEX remote_users_subject ON public.remote_users USING btree (node_id, subject);
CREATE UNIQUE INDEX remote_users_user ON public.remote_users USING btree (user_id, node_id);
CREATE INDEX resources_children ON public.resources USING btree (parent_id, ordering);
CREATE INDEX resources_root ON public.resources USING btree (root_service_id);
CREATE UNIQUE INDEX resources_service_name ON public.resources USING btree (name) WHERE (parent_id IS NULL);
CREATE UNIQUE INDEX resources_sibling_name ON public.resources USING btree (parent_id, lower(((name)::text COLLATE "C"))) WHERE (parent_id IS NOT NULL);
CREATE INDEX revisions_actor ON public.revisions USING btree (lower((actor_name COLLATE "C")), revision);
CREATE INDEX revisions_begun ON public.revisions USING btree (begun_at);
CREATE INDEX services_type ON public.services USING btree (type);
CREATE INDEX session_tokens_session ON public.session_tokens USING btree (session_id);
CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_origin ON public.sessions USING btree (origin);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id);
CREATE INDEX sign_in_failures_account ON public.sign_in_failures USING btree (account, failed_at);
CREATE INDEX sign_in_failures_address ON public.sign_in_failures USING btree (address, failed_at);
CREATE INDEX terms_acceptances_group ON public.terms_acceptances USING btree (group_id, id);
CREATE INDEX terms_acceptances_user ON public.terms_acceptances USING btree (user_id);
CREATE INDEX user_permissions_resource ON public.user_permissions USING btree (resource_id);
CREATE UNIQUE INDEX users_email ON public.users USING btree (lower(((email)::text COLLATE "C"))) WHERE ((email)::text <> ''::text);
CREATE INDEX users_email_lookup ON public.users USING btree (lower(((email)::text COLLATE "C")));
CREATE UNIQUE INDEX users_name ON public.users USING btree (lower(((name)::text COLLATE "C")));
CREATE INDEX users_order ON public.users USING btree (name COLLATE "C");
CREATE INDEX webhook_deliveries_finished ON public.webhook_deliveries USING btree (finished_at);
CREATE INDEX webhook_deliveries_webhook ON public.webhook_deliveries USING btree (webhook_id, sequence);
CREATE INDEX webhooks_action ON public.webhooks USING btree (action);
CREATE UNIQUE INDEX webhooks_file_key ON public.webhooks USING btree (file_key);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.audit_anchors FOR EACH ROW EXECUTE FUNCTION public.refuse_audit_change();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.audit_chain FOR EACH ROW EXECUTE FUNCTION public.refuse_audit_change();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.audit_events FOR EACH ROW EXECUTE FUNCTION public.refuse_audit_change();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.changes FOR EACH ROW EXECUTE FUNCTION public.refuse_audit_change();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.revisions FOR EACH ROW EXECUTE FUNCTION public.refuse_audit_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.audit_anchors FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_audit_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.audit_chain FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_audit_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.audit_events FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_audit_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.changes FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_audit_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.revisions FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_audit_change();
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON public.claimed_memberships FOR EACH ROW EXECUTE FUNCTION public.record_change('claimed_membership', '{}');
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON public.external_identities FOR EACH ROW EXECUTE FUNCTION public.record_change('external_identity', '{}');
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON public.group_permissions FOR EACH ROW EXECUTE FUNCTION public.record_change('group_rule', '{}');
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON public.group_terms FOR EACH ROW EXECUTE FUNCTION public.record_change('group_terms', '{}');
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON public.groups FOR EACH ROW EXECUTE FUNCTION public.record_change('group', '{}');
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON public.identity_providers FOR EACH ROW EXECUTE FUNCTION public.record_change('identity_provider', '{}');
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON public.memberships FOR EACH ROW EXECUTE FUNCTION public.record_change('membership', '{}');
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON public.network_nodes FOR EACH ROW EXECUTE FUNCTION public.record_change('network_node', '{}');
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON public.network_tokens FOR EACH ROW EXECUTE FUNCTION public.record_change('network_token', '{token_hash}');
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON public.pending_users FOR EACH ROW EXECUTE FUNCTION public.record_change('pending_user', '{password_hash}');
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON public.remote_users FOR EACH ROW EXECUTE FUNCTION public.record_change('remote_user', '{}');
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON public.resources FOR EACH ROW EXECUTE FUNCTION public.record_change('resource', '{}');
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON public.services FOR EACH ROW EXECUTE FUNCTION public.record_change('service', '{}');
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON public.session_tokens FOR EACH ROW EXECUTE FUNCTION public.record_change('session_token', '{token_hmac}');
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON public.sessions FOR EACH ROW EXECUTE FUNCTION public.record_change('session', '{}');
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON public.terms_acceptances FOR EACH ROW EXECUTE FUNCTION public.record_change('terms_acceptance', '{}');
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON public.user_permissions FOR EACH ROW EXECUTE FUNCTION public.record_change('user_rule', '{}');
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON public.users FOR EACH ROW EXECUTE FUNCTION public.record_change('user', '{password_hash}');
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE ON public.webhooks FOR EACH ROW EXECUTE FUNCTION public.record_change('webhook', '{}');
CREATE CONSTRAINT TRIGGER seal_revision AFTER INSERT ON public.revisions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.seal_revision();
ALTER TABLE ONLY public.audit_chain
    ADD CONSTRAINT audit_chain_revision_fkey FOREIGN KEY (revision) REFERENCES public.revisions(revision);
ALTER TABLE ONLY public.changes
    ADD CONSTRAINT changes_revision_fkey FOREIGN KEY (revision) REFERENCES public.revisions(revision);
ALTER TABLE ONLY public.claimed_memberships
    ADD CONSTRAINT claimed_memberships_user_id_group_id_fkey FOREIGN KEY (user_id, group_id) REFERENCES public.memberships(user_id, group_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.external_identities
    ADD CONSTRAINT external_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.group_permissions
    ADD CONSTRAINT group_permissions_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.groups(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.group_permissions
    ADD CONSTRAINT group_permissions_resource_id_fkey FOREIGN KEY (resource_id) REFERENCES public.resources(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.group_terms
    ADD CONSTRAINT group_terms_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.groups(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.identity_provider_secrets
    ADD CONSTRAINT identity_provider_secrets_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES public.identity_providers(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.groups(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.network_link_attempts
    ADD CONSTRAINT network_link_attempts_node_id_fkey FOREIGN KEY (node_id) REFERENCES public.network_nodes(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.network_link_attempts
    ADD CONSTRAINT network_link_attempts_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.network_message_ids
    ADD CONSTRAINT network_message_ids_node_id_fkey FOREIGN KEY (node_id) REFERENCES public.network_nodes(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.network_node_states
    ADD CONSTRAINT network_node_states_node_id_fkey FOREIGN KEY (node_id) REFERENCES public.network_nodes(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.network_nodes
    ADD CONSTRAINT network_nodes_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.groups(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.network_nodes
    ADD CONSTRAINT network_nodes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.network_tokens
    ADD CONSTRAINT network_tokens_remote_user_id_fkey FOREIGN KEY (remote_user_id) REFERENCES public.remote_users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.one_time_links
    ADD CONSTRAINT one_time_links_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.groups(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.one_time_links
    ADD CONSTRAINT one_time_links_pending_user_id_fkey FOREIGN KEY (pending_user_id) REFERENCES public.pending_users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.one_time_links
    ADD CONSTRAINT one_time_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.remote_users
    ADD CONSTRAINT remote_users_node_id_fkey FOREIGN KEY (node_id) REFERENCES public.network_nodes(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.remote_users
    ADD CONSTRAINT remote_users_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.resources
    ADD CONSTRAINT resources_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES public.resources(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.resources
    ADD CONSTRAINT resources_root_service_id_fkey FOREIGN KEY (root_service_id) REFERENCES public.resources(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.services
    ADD CONSTRAINT services_resource_id_fkey FOREIGN KEY (resource_id) REFERENCES public.resources(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.session_tokens
    ADD CONSTRAINT session_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sign_in_addresses
    ADD CONSTRAINT sign_in_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.terms_acceptances
    ADD CONSTRAINT terms_acceptances_group_id_version_fkey FOREIGN KEY (group_id, version) REFERENCES public.group_terms(group_id, version) ON DELETE CASCADE;
ALTER TABLE ONLY public.terms_acceptances
    ADD CONSTRAINT terms_acceptances_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.user_devices
    ADD CONSTRAINT user_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.user_permissions
    ADD CONSTRAINT user_permissions_resource_id_fkey FOREIGN KEY (resource_id) REFERENCES public.resources(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.user_permissions
    ADD CONSTRAINT user_permissions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES public.webhooks(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.webhook_states
    ADD CONSTRAINT webhook_states_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES public.webhooks(id) ON DELETE CASCADE;
