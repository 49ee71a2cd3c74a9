import { AsyncResource } from 'node:async_hooks';
import { type Span, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import type pg from 'pg';

type Query = (...args: unknown[]) => unknown;
type ConnectCallback = (...args: unknown[]) => void;

/**
 * Traces each query of a pool: the statement with placeholders, never its values. pg publishes no diagnostics channel,
 * so methods of the pool and its clients are wrapped (tests/resilience/cluster/traces.night.test.ts).
 */
export function traceQueries(pool: pg.Pool, tracer: Tracer): void {
	const connect = pool.connect.bind(pool) as Query;
	// Without the binding, a query that waited for a connection would get the trace of the request that released it.
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
			// Without a promise, as for COPY streams, the end is unknown: only the start is traced.
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
