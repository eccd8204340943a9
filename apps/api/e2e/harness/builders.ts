import type { Client } from './client';

let counter = 0;

/** Creates the objects that a test needs, with unique names. */
export class Builders {
  static readonly PASSWORD = 'a good password';

  constructor(private readonly admin: Client) {}

  name(prefix: string): string {
    counter += 1;
    return `${prefix}${counter}`;
  }

  /** The name of a new user, who can sign in with {@link Builders.PASSWORD}. */
  async user(fields: { user_name?: string; group_name?: string } = {}): Promise<string> {
    const name = fields.user_name ?? this.name('user');
    await this.admin
      .post('/users', {
        user_name: name,
        email: `${name}@example.org`,
        password: Builders.PASSWORD,
        ...fields,
      })
      .expect(201);
    return name;
  }

  async group(
    fields: { group_name?: string; description?: string; discoverable?: boolean; terms?: string } = {},
  ): Promise<string> {
    const name = fields.group_name ?? this.name('group');
    await this.admin.post('/groups', { ...fields, group_name: name }).expect(201);
    return name;
  }

  async service(
    fields: {
      service_name?: string;
      service_type?: string;
      service_url?: string;
      service_sync_type?: string;
      configuration?: object;
      proxy?: object;
    } = {},
  ): Promise<string> {
    const name = fields.service_name ?? this.name('service');
    await this.admin
      .post('/services', {
        service_type: 'access',
        service_url: 'http://localhost:9000',
        ...fields,
        service_name: name,
      })
      .expect(201);
    return name;
  }

  /** The id of a service as the root of its resources. */
  async serviceId(name: string): Promise<number> {
    const reply = await this.admin.get(`/services/${name}`).expect(200);
    return reply.body.service.resource_id;
  }

  /** The id of a new resource below another one or a service. */
  async resource(
    parent_id: number,
    fields: { resource_name?: string; resource_type?: string; resource_display_name?: string } = {},
  ): Promise<number> {
    const resource_name = fields.resource_name ?? this.name('resource');
    const reply = await this.admin
      .post('/resources', { resource_type: 'route', ...fields, resource_name, parent_id })
      .expect(201);
    return reply.body.resource.resource_id;
  }
}
