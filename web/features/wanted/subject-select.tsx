import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { subjectsQuery } from '#web/features/catalogue/subjects-query.ts';
import { Select } from '#web/ui/select.tsx';

interface SubjectSelectProps extends ComponentProps<'select'> {
	/** The option for none. */
	anyLabel: string;
	/** A code that is shown even before the subjects are loaded. */
	current: string;
}

/** The catalogue's subjects by branch. */
export function SubjectSelect({ anyLabel, current, ...select }: SubjectSelectProps) {
	const { data } = useQuery(subjectsQuery());
	const isListed = data?.subjects.some(({ code }) => code === current);
	return (
		<Select {...select}>
			<option value="">{anyLabel}</option>
			{current !== '' && !isListed && <option value={current}>{current}</option>}
			{data?.branches.map((branch) => (
				<optgroup key={branch.code} label={branch.name}>
					{data.subjects
						.filter((subject) => subject.branch === branch.code)
						.map(({ code, name }) => (
							<option key={code} value={code}>
								{code} · {name}
							</option>
						))}
				</optgroup>
			))}
		</Select>
	);
}
