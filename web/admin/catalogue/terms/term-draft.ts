import * as z from 'zod/mini';
import { YEARLY_DAY_PATTERN } from '#contract/catalogue/facts.ts';
import { termFaults } from '#contract/catalogue/list-rules.ts';
import { termsInput } from '#contract/catalogue/list-schemas.ts';
import { type Faults, findFaults } from '#web/admin/catalogue/list-faults.ts';
import type { StoredTerms } from '#web/admin/catalogue/queries.ts';
import { newRowKey } from '#web/admin/catalogue/row-ids.ts';

/** A term start while it is edited: month and day with two digits each. */
export interface TermDraft {
	rowKey: string;
	month: string;
	day: string;
}

const MONTH_NAME = new Intl.DateTimeFormat('en', { month: 'long' });
/** January to December. */
export const MONTHS = Array.from({ length: 12 }, (_, month) =>
	MONTH_NAME.format(new Date(2001, month, 1)),
);

const DAYS = Array.from({ length: 31 }, (_, index) => String(index + 1).padStart(2, '0'));

/** The days of a month that exist in every year: 29 February is left out. */
export function daysOf(month: string): string[] {
	return DAYS.filter((day) => YEARLY_DAY_PATTERN.test(`${month}-${day}`));
}

export function toTerms({ terms }: StoredTerms): TermDraft[] {
	return terms.map((term) => {
		const [month = '', day = ''] = term.split('-');
		return { rowKey: term, month, day };
	});
}

/** The term starts as the endpoint expects them: '07-15'. */
export function toDays(terms: readonly TermDraft[]): string[] {
	return terms.map(({ month, day }) => `${month}-${day}`);
}

export function newTerm(): TermDraft {
	return { rowKey: newRowKey(), month: '01', day: '01' };
}

const listsInput = z.object({ terms: termsInput });

export function termListFaults(terms: string[]): Faults {
	return findFaults(listsInput, { terms }, (lists) => termFaults(lists.terms));
}
