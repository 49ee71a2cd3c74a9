import * as z from 'zod/mini';
import { id } from '#contract/core/schemas.ts';

const claims = z.object({ id });

/**
 * The user id in an access token. The token is not verified here: the server does that on every request.
 * @returns undefined if the text is not one of our tokens
 */
export function userIdFromToken(token: string): number | undefined {
	const payload = token.split('.')[1];
	if (!payload) return undefined;
	const parsed = z.safeParse(claims, decodeJson(payload));
	return parsed.success ? parsed.data.id : undefined;
}

function decodeJson(base64Url: string): unknown {
	try {
		const binary = atob(base64Url.replaceAll('-', '+').replaceAll('_', '/'));
		const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
		return JSON.parse(new TextDecoder().decode(bytes));
	} catch {
		return undefined;
	}
}
