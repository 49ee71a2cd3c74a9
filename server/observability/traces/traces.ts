import { AsyncLocalStorage } from 'node:async_hooks';
import { FastifyOtelInstrumentation } from '@fastify/otel';
import {
	type Context,
	context,
	type Span,
	SpanKind,
	SpanStatusCode,
	trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type pg from 'pg';
import { withTimeout } from '#server/lib/with-timeout.ts';
import { type TrackedWork, workChannel } from '#server/observability/channels.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { createContextManager } from './context.ts';
import { traceQueries } from './query-spans.ts';
import { redactSpans } from './redact.ts';

/** While a collector does not answer, the library keeps trying for longer than a shutdown may take. */
const SEND_REST_WITHIN_MS = 1000;

/** Tracing with OpenTelemetry. */
export interface Traces {
	/** Traces the requests of an app; call before the first route is added. */
	mount: (app: FastifyInstance) => Promise<void>;
	/** Sends the remaining spans; logs a failure, which is no reason to stop the shutdown. */
	close: () => Promise<void>;
}

/**
 * Traces requests, queries, socket events and background work, and sends them to a collector; must be called before
 * the first query.
 * @param url URL of a collector that receives OTLP over HTTP
 */
export function openTraces(url: string, pools: readonly pg.Pool[], log: FastifyBaseLogger): Traces {
	const exporter = new OTLPTraceExporter({ url: `${url}/v1/traces` });
	const provider = new NodeTracerProvider({
		resource: resourceFromAttributes({
			'service.name': 'passdown',
			'service.version': packageJson.version,
			// Not the process id, which is the same in every container.
			'service.instance.id': crypto.randomUUID(),
		}),
		spanProcessors: [new BatchSpanProcessor(redactSpans(exporter))],
	});
	const storage = new AsyncLocalStorage<Context>();
	provider.register({ contextManager: createContextManager(storage), propagator: null });
	const tracer = provider.getTracer('passdown');
	for (const pool of pools) traceQueries(pool, tracer);
	const stop = traceWork(storage, (work) =>
		tracer.startSpan(`${work.kind} ${work.name}`, {
			kind: work.kind === 'job' ? SpanKind.CONSUMER : SpanKind.INTERNAL,
			attributes: { 'passdown.count': work.count ?? 1 },
		}),
	);
	const requests = new FastifyOtelInstrumentation({
		instrumentHooks: false,
		instrumentHandler: false,
		recordExceptions: false,
		requestHook(span, { id, method, routeOptions }) {
			span.updateName(`${method} ${routeOptions.url ?? 'nothing'}`);
			span.setAttribute('passdown.request_id', id);
		},
	});
	requests.setTracerProvider(provider);
	return {
		async mount(app) {
			await app.register(requests.plugin());
		},
		async close() {
			stop();
			requests.disable();
			const failure = provider.shutdown().then(
				() => undefined,
				(error: Error) => error.message,
			);
			const reason = await withTimeout(failure, SEND_REST_WITHIN_MS, 'no answer in time');
			if (reason !== undefined) log.warn({ reason }, 'the last traces were not sent');
			trace.disable();
			context.disable();
		},
	};
}

/** @returns stops tracing */
function traceWork(
	storage: AsyncLocalStorage<Context>,
	begin: (work: TrackedWork) => Span,
): () => void {
	const spans = new WeakMap<TrackedWork, Span>();
	// Spans created by the work become children of its span.
	workChannel.start.bindStore(storage, (work) => {
		const span = begin(work as TrackedWork);
		spans.set(work as TrackedWork, span);
		return trace.setSpan(context.active(), span);
	});
	const subscriber = {
		asyncEnd(work: TrackedWork) {
			const span = spans.get(work);
			if (work.error !== undefined) span?.setStatus({ code: SpanStatusCode.ERROR });
			span?.end();
		},
	};
	workChannel.subscribe(subscriber);
	return () => {
		workChannel.start.unbindStore(storage);
		workChannel.unsubscribe(subscriber);
	};
}
