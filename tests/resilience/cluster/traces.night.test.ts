import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { openChatSession } from '#tests/support/degraded-app.ts';
import { startMonitoredApp } from '#tests/support/monitored-app.ts';
import { onCleanup } from '#tests/support/on-cleanup.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { type CollectedSpan, openTraceCollector } from '#tests/support/trace-collector.ts';

const databaseUrl = await cloneDatabase();
const collector = await openTraceCollector();
const dataDir = await mkdtemp(join(tmpdir(), 'market-traced-'));
const monitoredApp = await startMonitoredApp({
	DATABASE_URL: databaseUrl,
	DATA_DIR: dataDir,
	OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
});
onCleanup(async () => {
	await monitoredApp.stop();
	await rm(dataDir, { recursive: true, force: true });
});

const attributesOf = ({ attributes }: CollectedSpan) =>
	Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
const statementOf = (span: CollectedSpan) => String(attributesOf(span)['db.query.text']);
const isChildOf = (parent: CollectedSpan) => (span: CollectedSpan) =>
	span.traceId === parent.traceId && span.parentSpanId === parent.spanId;

test('a request is traced with its queries and its request id, without any data that was sent', async () => {
	const secret = randomUUID();
	const email = `${secret}@campus.example`;
	const answer = await fetch(`${monitoredApp.address}/api/auth/register?from=${secret}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ userName: secret, email, password: PASSWORD }),
	});

	const request = await collector.waitForSpan(({ name }) => name === 'POST /api/auth/register');
	const query = await collector.waitForSpan(
		(span) => isChildOf(request)(span) && /^insert into "users"/.test(statementOf(span)),
	);
	const job = await collector.waitForSpan(({ name }) => name === 'job mail');
	await collector.waitForSpan(isChildOf(job));

	expect(attributesOf(request)).toMatchObject({
		'http.response.status_code': answer.status,
		'passdown.request_id': answer.headers.get('x-request-id'),
	});
	expect(statementOf(query)).toContain('$1');
	expect(JSON.stringify(collector.spans)).not.toContain(secret);
});

test('a chat message is traced with its commit, without its text', async () => {
	const secret = randomUUID();
	const { sendMessage } = await openChatSession(monitoredApp.address, databaseUrl);

	const answer = await sendMessage(secret, randomUUID());

	const event = await collector.waitForSpan(({ name }) => name.startsWith('live event send'));
	await collector.waitForSpan((span) => span.traceId === event.traceId && span.name === 'query');
	await collector.waitForSpan(({ name }) => name === 'messages flush');
	expect(answer).toMatchObject({ success: true });
	expect(JSON.stringify(collector.spans)).not.toContain(secret);
});
