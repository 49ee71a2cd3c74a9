import type * as z from 'zod/mini';
import type { AuditAction } from './audit-actions.ts';

/**
 * `optional`: open to all, but a valid session is recognized. `none` never looks at the token, `on demand` only where it
 * matters to the answer, as that costs a look into the database.
 */
export type Auth = 'none' | 'on demand' | 'optional' | 'user' | 'admin' | 'super_admin';
/** Calls that need no session. */
export const AUTH_WITHOUT_SESSION: readonly Auth[] = ['none', 'on demand', 'optional'];
type Schema = z.core.$ZodType;

/** What an administrator may have to do before anything else; of both, the password comes first. */
export type RequiredAction = 'change password' | 'set up two-step';

/** What a call is, for how often one person and one address may make such calls. */
export type LimitKind =
	| 'reading'
	| 'writing'
	/** Photos, and what has them. */
	| 'posting'
	/** To others, other than in a chat, whose limits are the socket's. */
	| 'messaging'
	| 'reporting'
	/** And everything else that tries a password, a code or a token. */
	| 'signing in'
	/** Has us write a mail. */
	| 'mailing'
	/** Reads everything of a person at once. */
	| 'exporting';

/** What a program could do by the hundred without an account: limited by address besides. */
export type FloodKind = 'sign-up' | 'visitor feedback';

/** How the log tells of what a body names several of. */
interface BulkAudit {
	/** The field with their numbers. */
	idsField: string;
	/** What kind of thing each of them is. */
	targetKind: string;
	/** What it is called by the `action` of the body, where that decides. */
	auditActions?: Readonly<Record<string, AuditAction>>;
}

/** One call of the product: everything that server, pages and documentation need to know of it. */
export interface Endpoint {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	/** Below `/api`. */
	path: `/${string}`;
	/** One line for the documentation. */
	summary: string;
	auth: Auth;
	/** Said to a visitor where `auth` asks for a session; 'Please log in.' unless said. */
	signInMessage?: string;
	/** HTTP status of success; 200 unless said. At 302 the reply is the address to go to. */
	status?: 200 | 201 | 302;
	params?: Schema;
	query?: Schema;
	/** A JSON body, or the text fields of a multipart body where `files` is set. */
	body?: Schema;
	/** The name of the file field: its presence makes the body multipart. */
	files?: string;
	reply: Schema;
	/** The answer is a file of this name; `reply` then describes its text. */
	download?: { type: 'text/csv'; name: string };
	/** How often it may be made; as reading where it is a GET and else as writing, unless said. */
	limit?: LimitKind;
	/** How often it may be done at one address by people who are not signed in. */
	floodLimit?: FloodKind;
	/** Whether a write leaves all that everybody may read as it is, so that its answer waits for no one to hear of a change. */
	skipsInvalidation?: true;
	/** What the log calls a call of this that was refused, and what kind of thing `params.id` names. */
	auditAs?: { action: AuditAction; targetKind: string; bulk?: BulkAudit };
	/** Open to administrators who must do one of these first; nothing else is. */
	allowedDuring?: readonly RequiredAction[];
}

/** What the receiving side sees for one part of an endpoint, after parsing. */
export type Parsed<S> = S extends Schema ? z.output<S> : undefined;

/** What the sending side must supply for one part, before parsing. */
export type SchemaInput<S> = S extends Schema ? z.input<S> : undefined;

/**
 * What the sending side needs of an endpoint while it runs, each part exactly the endpoint's own. A page that calls by this
 * alone does not carry the schemas, which only its types come from.
 */
export type CallOf<E extends Endpoint> = Pick<E, 'method' | 'path' | 'auth'> & {
	/** Never there: it ties the type to the endpoint. */
	readonly endpoint?: E;
};

/* @__NO_SIDE_EFFECTS__ */
export function endpoint<const E extends Endpoint>(declaration: E): E {
	return declaration;
}
