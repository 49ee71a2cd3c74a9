import * as z from 'zod/mini';
import { changeTermStarts, getTermStarts } from '#contract/admin/catalogue.ts';
import { CATALOGUE_LIST_LIMITS, YEARLY_DAY_PATTERN } from '#contract/catalogue/facts.ts';
import { termFaults } from '#contract/catalogue/list-rules.ts';
import { termsInput } from '#contract/catalogue/list-schemas.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { Select } from '#web/ui/select.tsx';
import { faultsBy, newRowKey } from './list-draft.ts';
import { ListEditor, type ListTabProps, type RowProps, rowList } from './list-editor.tsx';
import { FaultText, faultProps, RemoveButton } from './row-controls.tsx';

/** A term start while it is edited: month and day with two digits each. */
interface Term {
	rowKey: string;
	month: string;
	day: string;
}

const TERMS = rowList({
	key: 'terms',
	load: ({ signal }) => callAdminApi(getTermStarts, { signal }),
	toDraft: ({ terms }): Term[] =>
		terms.map((term) => {
			const [month = '', day = ''] = term.split('-');
			return { rowKey: term, month, day };
		}),
	toBody: (terms) => ({ terms: terms.map(({ month, day }) => `${month}-${day}`) }),
	findFaults: faultsBy(z.object({ terms: termsInput }), ({ terms }) => termFaults(terms)),
	save: (body) => callAdminApi(changeTermStarts, { body }),
	label: 'Term starts',
	saveLabel: 'Save term starts',
	hint: 'On these days of every year students move on to their next semester. A change counts from the next term start on: nobody is moved for days that are over.',
	path: 'terms',
	max: CATALOGUE_LIST_LIMITS.termsMax,
	addLabel: 'Add term start',
	newRow: () => ({ rowKey: newRowKey(), month: '01', day: '01' }),
	Row: TermRow,
	rowClass: 'grid gap-1',
});

/** The tab to edit the days on which terms start, when students move to the next semester. */
export function TermsTab(props: ListTabProps) {
	return <ListEditor {...props} list={TERMS} />;
}

const MONTH_NAME = new Intl.DateTimeFormat('en', { month: 'long' });
/** The numbers 01 to 12. */
const MONTHS = twoDigitNumbers(12);
const DAYS = twoDigitNumbers(31);

function twoDigitNumbers(count: number): string[] {
	return Array.from({ length: count }, (_, index) => String(index + 1).padStart(2, '0'));
}

/** The days of a month that exist in every year: 29 February is left out. */
function daysOf(month: string): string[] {
	return DAYS.filter((day) => YEARLY_DAY_PATTERN.test(`${month}-${day}`));
}

function TermRow({ row, index, count, faults, canEdit, onChange, onRemove }: RowProps<Term>) {
	const { rowKey, month, day } = row;
	const id = `term-${rowKey}`;
	const fault = faults.get('');

	function changeMonth(chosen: string): void {
		const days = daysOf(chosen);
		onChange({ month: chosen, day: days.includes(day) ? day : (days.at(-1) ?? day) });
	}

	return (
		<>
			<div className="flex items-center gap-2">
				<Select
					aria-label={`Month of term ${index + 1}`}
					value={month}
					disabled={!canEdit}
					onChange={({ target }) => changeMonth(target.value)}
					className="w-0 max-w-40 flex-1"
				>
					{MONTHS.map((option) => (
						<option key={option} value={option}>
							{MONTH_NAME.format(new Date(2001, Number(option) - 1, 1))}
						</option>
					))}
				</Select>
				<Select
					{...faultProps(id, fault)}
					aria-label={`Day of term ${index + 1}`}
					value={day}
					disabled={!canEdit}
					onChange={({ target }) => onChange({ day: target.value })}
					className="w-20 shrink-0 tablet:w-24"
				>
					{daysOf(month).map((option) => (
						<option key={option} value={option}>
							{Number(option)}
						</option>
					))}
				</Select>
				{canEdit && count > 1 && (
					<RemoveButton label={`Remove term ${index + 1}`} onRemove={onRemove} />
				)}
			</div>
			<FaultText id={id}>{fault}</FaultText>
		</>
	);
}
