import type { DeclaredError } from '#contract/core/errors.ts';

/** A refused connection: Socket.IO sends `message` and `data` to the client as its `connect_error`. */
export function connectionError({ code, message }: DeclaredError): Error {
	return Object.assign(new Error(message), { data: { code } });
}
