import { glob, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Metaphors and private words that once named things here. The usual terms are in ARCHITECTURE.md, "Words". */
const REPLACED_NAMES = new Set(
	`Doors Porter Visitor visitorOf Knock noteProof Unproved requireAdmissible wayBack Duty Refusal Crowded Suspended isNoteworthy
	MarketParts OfficeParts OfficeNews actionWords HeldTarget Heart Pulse isBeating overdue heldMs DatabaseAway isAway
	unhurried writtenPlace HighMark lendRole keepPublic MadeOf madeOf narrowed isForAll readyAnswers isPoor isPacked isAnybody
	sendReady writerOf Shelf atEndOfTurn hasBeenSent tellOfCrowding crowding seldom shorten LiveServer judgeLines mayAsk gatherWrites
	judged storeUsual SentRow acquaint areApart listApart keepTold ToldStanding moveStanding isWithheld watchRoom partnerRoom
	farther useKeptDraft useReading warnPerson Letterhead NoticeOffice WorkshopTask PictureFault announcePhotos agePhotos workOut
	everyWord insertOnce leadOn Deed Seal openSeal OfficePerson OfficeThings openOffice openOfficeLine openPostOffice HeldChange holdChange
	undoHeld sendAllHeld useHeldChanges usePressedPart lazyExtra useInBrowser openPainter keepingOf tellingPhoto WildRequest WildEvent`.split(
		/\s+/,
	),
);

const REPLACED_FILES =
	/^(shelf|pulse|workshop|seldom|slots|together|unhurried|porter|knock|way-back|ready-lane|reply-writer|page-sources|hung-up|lingering|kept|overdue|own-writes|quick-start|painter|over-pages|leftovers|caution|office-.+|lazy-extra|use-pressed-part|use-in-browser|drawn-part|page-notes|take-over|closed-cover|late-parts|swallowed|hunger|keeping|heic-whole)\.(test\.)?tsx?$/;

const DECLARED = /\b(?:const|let|function|class|interface|type)\s+([A-Za-z_]\w*)/g;

test('no identifier or file has a name that was replaced by the usual term', async () => {
	const replacedNames: string[] = [];
	for await (const path of glob('{contract,server,web,tools,deploy,tests,bench}/**/*.{ts,tsx}', {
		cwd: ROOT,
	})) {
		const source = await readFile(join(ROOT, path), 'utf8');
		for (const [, name = ''] of source.matchAll(DECLARED)) {
			if (REPLACED_NAMES.has(name)) replacedNames.push(`${path}: ${name}`);
		}
		if (REPLACED_FILES.test(basename(path))) replacedNames.push(path);
	}

	expect(replacedNames).toEqual([]);
});
