import type { FastifyRequest } from 'fastify';

/** Where people reach the market: as configured, else where this request came in. */
export function originOf(request: FastifyRequest, publicUrl: string | undefined): string {
	return publicUrl ?? `${request.protocol}://${request.host}`;
}
