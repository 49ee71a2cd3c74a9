import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import { type Hint, hintCookie } from '#contract/core/cookies.ts';
import { originOf } from './origin.ts';

interface KeptCookie {
	name: string;
	options: CookieSerializeOptions;
}

/**
 * A cookie that no page can read. Where people come by https it goes that way only, and its name says so: browsers then take
 * it from this host alone, for all of it.
 */
export function keptCookie(
	request: FastifyRequest,
	publicUrl: string | undefined,
	{ name, ...options }: CookieSerializeOptions & { name: string },
): KeptCookie {
	const secure = originOf(request, publicUrl).startsWith('https:');
	return {
		name: secure ? `__Host-${name}` : name,
		options: { ...options, httpOnly: true, secure, ...(secure && { path: '/' }) },
	};
}

/** What a page has noted for the next one, from whichever way it came. */
export function hintOf({ cookies }: FastifyRequest, hint: Hint): string | undefined {
	return cookies[hintCookie(hint, true)] ?? cookies[hintCookie(hint, false)];
}
