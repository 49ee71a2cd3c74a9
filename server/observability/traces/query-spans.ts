import { AsyncResource } from 'node:async_hooks';
import { type Span, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import type pg from 'pg';

type Query = (...args: unknown[]) => unknown;
type ConnectCallback = (...args: unknown[]) => void;

/** Has each statement of a pool's connections traced: the statement, which has only places for its values, and no value. */
export function traceQueries(pool: pg.Pool, tracer: Tracer): void {
	const connect = pool.connect.bind(pool) as Query;
	// Who had to wait for a connection would go on as part of the request that gave it back.
	const connectInOwnContext = (callback?: ConnectCallback) =>
		connect(callback && AsyncResource.bind(callback));
	Object.assign(pool, { connect: connectInOwnContext });
	pool.on('connect', (client) => {
		const query = client.query.bind(client) as Query;
		const traced: Query = (...args) => {
			const attributes = { 'db.system.name': 'postgresql', 'db.query.text': statementOf(args[0]) };
			const span = tracer.startSpan('query', { kind: SpanKind.CLIENT, attributes });
			const callback = args.at(-1);
			if (typeof callback === 'function') {
				return query(...args.slice(0, -1), (error: unknown, ...results: unknown[]) => {
					end(span, error);
					callback(error, ...results);
				});
			}
			const result = query(...args);
			// What tells its end by itself, as copying does, is known to have begun.
			if (!(result instanceof Promise)) end(span);
			else {
				result.then(
					() => end(span),
					(error: unknown) => end(span, error),
				);
			}
			return result;
		};
		Object.assign(client, { query: traced });
	});
}

function end(span: Span, error?: unknown): void {
	if (error) span.setStatus({ code: SpanStatusCode.ERROR });
	span.end();
}

function statementOf(args: unknown): string {
	if (typeof args === 'string') return args;
	const { text } = Object(args) as { text?: unknown };
	return typeof text === 'string' ? text : '';
}
