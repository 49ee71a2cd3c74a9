import type * as z from 'zod/mini';

/** `optional`: open to all, but a valid session is recognized. `none` never looks at the token. */
export type Auth = 'none' | 'optional' | 'user' | 'admin' | 'super_admin';
type Schema = z.core.$ZodType;

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
}

/** What the receiving side sees for one part of an endpoint, after parsing. */
export type Parsed<S> = S extends Schema ? z.output<S> : undefined;

/** What the sending side must supply for one part, before parsing. */
export type Sent<S> = S extends Schema ? z.input<S> : undefined;

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
