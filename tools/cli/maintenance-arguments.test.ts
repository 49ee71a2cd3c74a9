import { describe, expect, test } from 'vitest';
import { parseMaintenanceArguments } from './maintenance-arguments.ts';

test('no arguments ask for no change', () => {
	expect(parseMaintenanceArguments([])).toBeUndefined();
});

test.each([
	[['off'], { maintenanceMode: false }],
	[['on'], { maintenanceMode: true }],
	[
		['on', '--message', ' New disks. ', '--downtime=Until 6 PM'],
		{
			maintenanceMode: true,
			maintenanceMessage: 'New disks.',
			estimatedDowntime: 'Until 6 PM',
		},
	],
	[['--message', 'New disks.', 'on'], { maintenanceMode: true, maintenanceMessage: 'New disks.' }],
])('%j changes what it names and leaves the other texts', (args, change) => {
	expect(parseMaintenanceArguments(args)).toEqual(change);
});

test('empty texts restore the defaults', () => {
	expect(parseMaintenanceArguments(['on', '--message', '', '--downtime', ' '])).toEqual({
		maintenanceMode: true,
		maintenanceMessage: 'System is under maintenance. Please try again later.',
		estimatedDowntime: 'Unknown',
	});
});

describe('wrong arguments print the usage', () => {
	test.each([
		['a word that is neither on nor off', ['maybe']],
		['both', ['on', 'off']],
		['an option that is none', ['on', '--mesage', 'New disks.']],
		['an option without its words', ['on', '--message']],
		['words for a market that opens', ['off', '--message', 'New disks.']],
		['words for nothing', ['--downtime', 'an hour']],
	])('%s', (_, args) => {
		expect(() => parseMaintenanceArguments(args)).toThrow(
			'Usage: npm run maintenance -- [on [--message "<what is going on>"] [--downtime "<how long>"] | off]',
		);
	});
});

test.each([
	['--message', 500, 'The maintenance message can be at most 500 characters.'],
	['--downtime', 100, 'The estimated downtime can be at most 100 characters.'],
])(
	'%s takes %i characters, counted in grapheme clusters, and no more',
	(option, maxCharacters, message) => {
		expect(() =>
			parseMaintenanceArguments(['on', option, '🛠'.repeat(maxCharacters)]),
		).not.toThrow();
		expect(() => parseMaintenanceArguments(['on', option, 'x'.repeat(maxCharacters + 1)])).toThrow(
			message,
		);
	},
);
