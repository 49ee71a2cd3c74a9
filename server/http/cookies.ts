import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import { type UiCookie, uiCookieName } from '#contract/core/cookies.ts';
import { originOf } from './origin.ts';

interface SecureCookie {
	name: string;
	options: CookieSerializeOptions;
}

/**
 * A cookie that no page can read. Where people come by https it goes that way only, and its name says so: browsers then take
 * it from this host alone, for all of it.
 */
export function secureCookie(
	request: FastifyRequest,
	publicUrl: string | undefined,
	{ name, ...options }: CookieSerializeOptions & { name: string },
): SecureCookie {
	const secure = originOf(request, publicUrl).startsWith('https:');
	return {
		name: secure ? `__Host-${name}` : name,
		options: { ...options, httpOnly: true, secure, ...(secure && { path: '/' }) },
	};
}

/** What a page has noted for the next one, from whichever way it came. */
export function uiCookieOf({ cookies }: FastifyRequest, hint: UiCookie): string | undefined {
	return cookies[uiCookieName(hint, true)] ?? cookies[uiCookieName(hint, false)];
}
