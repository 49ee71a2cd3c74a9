import { expect, onTestFinished, test, vi } from 'vitest';
import { readPreference, savePreference } from './list-preferences.ts';

const NAME = 'office-lists';

function readStored(): Record<string, string> {
	const pair = document.cookie.split('; ').find((part) => part.startsWith(`${NAME}=`));
	return Object.fromEntries(new URLSearchParams(pair?.slice(NAME.length + 1)));
}

test('a preference for a list is stored at once, also in a browser without the Cookie Store API', () => {
	onTestFinished(() => cookieStore.delete(NAME));
	vi.stubGlobal('cookieStore', undefined);
	onTestFinished(() => void vi.unstubAllGlobals());

	savePreference('sheds', 'limit', '50');

	expect(readStored()).toEqual({ 'sheds.limit': '50' });
});

test('saving a preference for a list in one tab keeps the preferences that another tab has saved meanwhile', async () => {
	onTestFinished(() => cookieStore.delete(NAME));
	savePreference('sheds', 'sort', 'oldest');
	savePreference('sheds', 'limit', '25');
	expect(readStored()).toMatchObject({ 'sheds.sort': 'oldest', 'sheds.limit': '25' });
	await cookieStore.set({ name: NAME, value: 'sheds.sort=oldest&barns.limit=100', path: '/' });

	savePreference('sheds', 'sort', undefined);
	savePreference('barns', 'sort', 'newest');

	expect(readStored()).toEqual({ 'barns.limit': '100', 'barns.sort': 'newest' });
	expect(readPreference('sheds', 'sort')).toBeUndefined();
	expect(readPreference('sheds', 'limit')).toBe('25');
});
