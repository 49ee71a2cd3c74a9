import { pino } from 'pino';
import { expect, test } from 'vitest';
import { trackWork } from '#server/observability/channels.ts';
import { openTraceCollector } from '#tests/support/trace-collector.ts';
import { openTraces } from './traces.ts';

test('two instances have different ids in the traces, even with the same process id', async () => {
	const { url, resources } = await openTraceCollector();

	for (const name of ['one', 'other']) {
		const traces = openTraces(url, [], pino({ level: 'silent' }));
		await trackWork({ kind: 'job', name }, async () => undefined);
		await traces.close();
	}

	const ids = resources.flatMap(({ attributes }) =>
		attributes.filter(({ key }) => key === 'service.instance.id').map(({ value }) => value),
	);
	expect(ids).toHaveLength(2);
	expect(ids[0]).not.toEqual(ids[1]);
});
