import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { mountClosing } from './closing.ts';

test('an answer given while the app closes is the last of its connection', async () => {
	const app = Fastify();
	mountClosing(app);
	const asked = Promise.withResolvers<void>();
	const release = Promise.withResolvers<void>();
	app.addHook('preClose', async () => release.resolve());
	app.get('/', async () => {
		asked.resolve();
		await release.promise;
		return 'done';
	});
	app.get('/quick', async () => 'done');
	const address = await app.listen({ port: 0, host: '127.0.0.1' });

	const before = await fetch(`${address}/quick`);
	const underWay = fetch(address);
	await asked.promise;
	await app.close();
	const answer = await underWay;

	expect(before.headers.get('connection')).toBe('keep-alive');
	expect(await answer.text()).toBe('done');
	expect(answer.headers.get('connection')).toBe('close');
});
