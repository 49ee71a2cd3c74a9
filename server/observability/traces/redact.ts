import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node';

/** All that leaves of a span besides its name, its times and where it belongs: nothing that a person sent is among it. */
const ALLOWED_ATTRIBUTES = [
	'db.query.text',
	'db.system.name',
	'http.request.method',
	'http.response.status_code',
	'http.route',
	'passdown.count',
	'passdown.request_id',
];

/** Hands on spans without what libraries put into them: addresses with tokens, and errors whose words repeat values. */
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
