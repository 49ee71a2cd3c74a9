import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node';

/** Exported attributes of a span, besides name, times and parent: none contains user input. */
const ALLOWED_ATTRIBUTES = [
	'db.query.text',
	'db.system.name',
	'http.request.method',
	'http.response.status_code',
	'http.route',
	'passdown.count',
	'passdown.request_id',
];

/**
 * Exports spans without attributes that libraries add, such as URLs with tokens, and without error messages, which can
 * repeat values.
 */
export function redactSpans(exporter: SpanExporter): SpanExporter {
	return {
		export: (spans, done) => exporter.export(spans.map(redactSpan), done),
		shutdown: () => exporter.shutdown(),
		async forceFlush() {
			await exporter.forceFlush?.();
		},
	};
}

function redactSpan(span: ReadableSpan): ReadableSpan {
	const attributes = Object.entries(span.attributes).filter(([name]) =>
		ALLOWED_ATTRIBUTES.includes(name),
	);
	return Object.create(span, {
		attributes: { value: Object.fromEntries(attributes) },
		status: { value: { code: span.status.code } },
		events: { value: [] },
	});
}
