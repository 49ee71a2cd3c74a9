import { AsyncResource } from 'node:async_hooks';
import { type Span, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import type pg from 'pg';

type Query = (...given: unknown[]) => unknown;
type Take = (...given: unknown[]) => void;

/** Has each statement of a pool's connections traced: the statement, which has only places for its values, and no value. */
export function traceQueries(pool: pg.Pool, tracer: Tracer): void {
	const connect = pool.connect.bind(pool) as Query;
	// Who had to wait for a connection would go on as part of the request that gave it back.
	const connectAsOneself = (take?: Take) => connect(take && AsyncResource.bind(take));
	Object.assign(pool, { connect: connectAsOneself });
	pool.on('connect', (client) => {
		const query = client.query.bind(client) as Query;
		const traced: Query = (...given) => {
			const attributes = { 'db.system.name': 'postgresql', 'db.query.text': statementOf(given[0]) };
			const span = tracer.startSpan('query', { kind: SpanKind.CLIENT, attributes });
			const callback = given.at(-1);
			if (typeof callback === 'function') {
				return query(...given.slice(0, -1), (error: unknown, ...answer: unknown[]) => {
					end(span, error);
					callback(error, ...answer);
				});
			}
			const asked = query(...given);
			// What tells its end by itself, as copying does, is known to have begun.
			if (!(asked instanceof Promise)) end(span);
			else {
				asked.then(
					() => end(span),
					(error: unknown) => end(span, error),
				);
			}
			return asked;
		};
		Object.assign(client, { query: traced });
	});
}

function end(span: Span, error?: unknown): void {
	if (error) span.setStatus({ code: SpanStatusCode.ERROR });
	span.end();
}

function statementOf(given: unknown): string {
	if (typeof given === 'string') return given;
	const { text } = Object(given) as { text?: unknown };
	return typeof text === 'string' ? text : '';
}
