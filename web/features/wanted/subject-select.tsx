import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { isolated } from '#contract/core/format.ts';
import { findCode } from '#contract/items/known-codes.ts';
import { subjectsQuery } from '#web/features/catalogue/subjects-query.ts';
import { Select } from '#web/ui/select.tsx';

interface SubjectSelectProps extends ComponentProps<'select'> {
	/** Label of the option without a subject. */
	anyLabel: string;
	/**
	 * The code of the chosen subject in any letter case, or empty. The code is shown even before the subjects are
	 * loaded.
	 */
	value: string;
}

/**
 * The catalogue's subjects by branch. Controlled, because an uncontrolled select changes its choice when its options
 * change.
 */
export function SubjectSelect({ anyLabel, value, ...select }: SubjectSelectProps) {
	const { data } = useQuery(subjectsQuery());
	const listed = findCode(data?.subjects ?? [], value);
	return (
		<Select {...select} value={listed ?? value}>
			<option value="">{anyLabel}</option>
			{listed === undefined && <option value={value}>{value}</option>}
			{data?.branches.map((branch) => (
				<optgroup key={branch.code} label={branch.name}>
					{data.subjects
						.filter((subject) => subject.branch === branch.code)
						.map(({ code, name }) => (
							<option key={code} value={code}>
								{`${code} · ${isolated(name)}`}
							</option>
						))}
				</optgroup>
			))}
		</Select>
	);
}
