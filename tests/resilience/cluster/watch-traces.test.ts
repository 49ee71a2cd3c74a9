import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/support/clone.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { type CollectedSpan, openTraceCollector } from '#tests/support/trace-collector.ts';
import { openTalk } from '#tests/support/troubled-market.ts';
import { startWatchedMarket } from '#tests/support/watched-market.ts';
import { whenDone } from '#tests/support/when-done.ts';

const databaseUrl = await cloneDatabase();
const collector = await openTraceCollector();
const dataDir = await mkdtemp(join(tmpdir(), 'market-traced-'));
const market = await startWatchedMarket({
	...{ DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
	OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
});
whenDone(async () => {
	await market.end();
	await rm(dataDir, { recursive: true, force: true });
});

const attributesOf = ({ attributes }: CollectedSpan) =>
	Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
const statementOf = (span: CollectedSpan) => String(attributesOf(span)['db.query.text']);
const isPartOf = (whole: CollectedSpan) => (span: CollectedSpan) =>
	span.traceId === whole.traceId && span.parentSpanId === whole.spanId;

test('a request is traced with its queries and its request id, without anything that was sent', async () => {
	const secret = randomUUID();
	const email = `${secret}@campus.example`;
	const answer = await fetch(`${market.address}/api/auth/register?from=${secret}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ userName: secret, email, password: PASSWORD }),
	});

	const request = await collector.has(({ name }) => name === 'POST /api/auth/register');
	const query = await collector.has(
		(span) => isPartOf(request)(span) && /^insert into "users"/.test(statementOf(span)),
	);
	const job = await collector.has(({ name }) => name === 'job mail');
	await collector.has(isPartOf(job));

	expect(attributesOf(request)).toMatchObject({
		'http.response.status_code': answer.status,
		'passdown.request_id': answer.headers.get('x-request-id'),
	});
	expect(statementOf(query)).toContain('$1');
	expect(JSON.stringify(collector.spans)).not.toContain(secret);
});

test('a chat message is traced with its commit, without its text', async () => {
	const secret = randomUUID();
	const { say } = await openTalk(market.address, databaseUrl);

	const { answer } = await say(secret, randomUUID());

	const event = await collector.has(({ name }) => name.startsWith('live event send'));
	await collector.has((span) => span.traceId === event.traceId && span.name === 'query');
	await collector.has(({ name }) => name === 'messages flush');
	expect(answer).toMatchObject({ success: true });
	expect(JSON.stringify(collector.spans)).not.toContain(secret);
});
