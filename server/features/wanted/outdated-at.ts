import type { WantedPost } from '#contract/wanted/schemas.ts';

/**
 * When a response with these posts becomes outdated although no row changes: when the first of them expires.
 * @returns milliseconds since 1970; undefined without posts
 */
export function outdatedAt(posts: readonly Pick<WantedPost, 'expiresAt'>[]): number | undefined {
	if (posts.length === 0) return undefined;
	return Math.min(...posts.map(({ expiresAt }) => Date.parse(expiresAt)));
}
