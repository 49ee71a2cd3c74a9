import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import { type UiCookie, uiCookieName } from '#contract/core/cookies.ts';
import { originOf } from './origin.ts';

interface SecureCookie {
	name: string;
	options: CookieSerializeOptions;
}

/**
 * An HttpOnly cookie. Under https it is also Secure and gets the `__Host-` prefix, so that browsers bind it to this
 * host and all paths.
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

/** Reads a UI cookie, with or without the `__Host-` prefix. */
export function uiCookieOf({ cookies }: FastifyRequest, name: UiCookie): string | undefined {
	return cookies[uiCookieName(name, true)] ?? cookies[uiCookieName(name, false)];
}
