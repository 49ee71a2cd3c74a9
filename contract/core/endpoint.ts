import type * as z from 'zod/mini';
import type { DeclaredError, FloodKind } from '#contract/core/errors.ts';
import type { AuditAction } from './audit-actions.ts';

/**
 * `none` ignores the token. `optional` recognizes a valid session and is open to everyone. `on demand` checks the token
 * only if the handler asks for the caller, which saves a database query.
 */
export type Auth = 'none' | 'on demand' | 'optional' | 'user' | 'admin' | 'super_admin';
/** Calls that need no session. */
export const AUTH_WITHOUT_SESSION: readonly Auth[] = ['none', 'on demand', 'optional'];
type Schema = z.core.$ZodType;

/** A step that an administrator must complete first; if both are required, the password comes first. */
export type RequiredAction = 'change password' | 'set up two-step';

/** Kinds of calls for the rate limits per user and per IP address. */
export type LimitKind =
	| 'reading'
	| 'writing'
	/** Photos, and items or profiles with photos. */
	| 'posting'
	/** Messages to users outside of chats; chat messages are limited per socket. */
	| 'messaging'
	| 'reporting'
	/** Signing in, and every other call that checks a password, a code or a token. */
	| 'signing in'
	/** Calls that send a mail. */
	| 'mailing'
	/** The export of all data of a user. */
	| 'exporting';

/** How the audit log describes a call for several targets. */
interface BulkAudit {
	/** Body field with their ids. */
	idsField: string;
	/** Kind of each target. */
	targetKind: string;
	/** Audit action by the `action` of the body, where the body decides. */
	auditActions?: Readonly<Record<string, AuditAction>>;
}

/** Declaration of an API call: everything that server, pages and API documentation need. */
export interface Endpoint {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	/** Relative to `/api`. */
	path: `/${string}`;
	/** One line for the API documentation. */
	summary: string;
	/** Further text for the API documentation, in Markdown. */
	description?: string;
	auth: Auth;
	/** The refusal for a visitor if `auth` requires a session; 'Please log in.' by default. */
	signInError?: DeclaredError;
	/** HTTP status of success; 200 by default. With 302 the reply is the redirect URL. */
	status?: 200 | 201 | 302;
	/** The status if the reply has `isNew: false`: what the call would create was there already. */
	statusUnlessNew?: 200;
	params?: Schema;
	query?: Schema;
	/** The JSON body, or the text fields of a multipart body if `files` is set. */
	body?: Schema;
	/** Name of the file field; if set, the body is multipart. */
	files?: string;
	/** Bytes of the largest JSON body; 256 KB by default. */
	maxBodyBytes?: number;
	reply: Schema;
	/** The reply is a download with this file name; `reply` then describes its text. */
	download?: { type: 'text/csv' | 'text/calendar'; name: string };
	/** Rate limit of the call; by default `reading` for GET and `writing` for other methods. */
	limit?: LimitKind;
	/** Additional rate limit per IP address for visitors without a session. */
	floodLimit?: FloodKind;
	/** Set for a GET that writes, to be treated as the other methods are (`isWrite`). */
	writes?: true;
	/** Set for a write that changes no public data: the answers that the server keeps for everybody stay. */
	skipsInvalidation?: true;
	/** Audit action for a refused call, and the kind of target that `params.id` identifies. */
	auditAs?: { action: AuditAction; targetKind: string; bulk?: BulkAudit };
	/**
	 * Allowed for administrators who still have to complete one of these actions; all other calls are refused to them.
	 */
	allowedDuring?: readonly RequiredAction[];
}

/** Whether a call may change what is stored. */
export function isWrite({ method, writes }: Pick<Endpoint, 'method' | 'writes'>): boolean {
	return method !== 'GET' || writes === true;
}

/** Type of one part of an endpoint for the receiver, after parsing. */
export type Parsed<S> = S extends Schema ? z.output<S> : undefined;

/** Type of one part for the sender, before parsing. */
export type SchemaInput<S> = S extends Schema ? z.input<S> : undefined;

/**
 * All that a page can read of an endpoint at run time. The build of the pages drops the rest
 * (web/build/strip-endpoints.ts).
 */
export const CALL_PARTS = [
	'method',
	'path',
	'auth',
	'files',
	'download',
] as const satisfies readonly (keyof Endpoint)[];
export type CallParts = Pick<Endpoint, (typeof CALL_PARTS)[number]>;

/** Declares an API call. Its type keeps the literal values of the declaration. */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<const E extends Endpoint>(declaration: E): E {
	return declaration;
}
