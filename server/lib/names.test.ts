import { expect, test } from 'vitest';
import { isReservedName } from './names.ts';

test.each([
	'Passdown',
	'passdown help',
	'The P a s s d o w n',
	'Pаssdоwn',
	'ＰＡＳＳＤＯＷＮ',
	'𝓟𝓪𝓼𝓼𝓭𝓸𝔀𝓷',
	'🅿🅰🆂🆂🅳🅾🆆🅽',
	'🇵🇦🇸🇸🇩🇴🇼🇳',
	'P\u0301a\u200bssd\u2060own',
	'Passdovvn',
	'Pa55d0wn Care',
	'Admin',
	'ADMINISTRATOR',
	'Adrnin',
	'Αdmіn',
	'A.d.m.i.n',
	'admin2',
	'Site-Moderator',
	'Staff 2',
	'Rahul Sharma Verified',
	'RahulVerified',
	'Оffісіаl',
	'Officia1 Rahul',
	'Ѕupport',
	'ᴀᴅᴍɪɴ',
])('%s is reserved', (name) => {
	expect(isReservedName(name, 'Passdown')).toBe(true);
});

test.each([
	'Padmini Rao',
	'Brandon Stafford',
	'Passang Down',
	'Asha 2',
	'Modi',
	'आशा वर्मा',
	'Анна',
	'Ελένη',
	'🚲',
	'J0y_1',
])('%s is not reserved', (name) => {
	expect(isReservedName(name, 'Passdown')).toBe(false);
});

test('a short name of the site is reserved as a whole, not as part of a name', () => {
	expect(isReservedName('o.l.X', 'OLX')).toBe(true);
	expect(isReservedName('Folxa Rao', 'OLX')).toBe(false);
});

test('a site whose name has no letters reserves only the words for staff', () => {
	expect(isReservedName('Asha', '24/7')).toBe(false);
	expect(isReservedName('Asha', '…')).toBe(false);
});
