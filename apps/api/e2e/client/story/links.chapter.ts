import { refused } from './generated-client';
import type { Chapter } from './story-client';

/** The paths of one-time links, with a link that does not exist. */
export const links: Chapter = async (storyClient) => {
  const admin = await storyClient.administrator();
  const ofLink = { params: { path: { token: '0b1c2d3e-4f50-4a61-8b72-9c83ad94be05' } } };
  const replies = [
    await admin.GET('/tmp/{token}', ofLink),
    await admin.GET('/tmp/{token}/details', ofLink),
    await admin.POST('/tmp/{token}', { ...ofLink, body: {} }),
  ];
  for (const reply of replies) expect(refused(reply, 404).error_code).toBe('link_not_found');
};
