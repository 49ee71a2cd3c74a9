import { useId, useState } from 'react';
import type { Subject } from '#contract/catalogue/schemas.ts';
import { TextInput } from '#web/ui/text-input.tsx';
import { FilterOption } from './filter-option.tsx';
import type { FiltersProps } from './filter-props.ts';
import { findSubjects } from './found-subjects.ts';

interface SubjectFilterProps extends FiltersProps {
	subjects: readonly Subject[];
}

/** The filter for one subject, with a field to search for it by code or name. */
export function SubjectFilter({ choices, facets, onChange, subjects }: SubjectFilterProps) {
	const name = useId();
	const [typed, setTyped] = useState('');
	const foundSubjects = findSubjects(subjects, choices, facets?.facets.subject, typed);

	return (
		<>
			<TextInput
				type="search"
				aria-label="Find a subject"
				placeholder="Subject: code or name"
				value={typed}
				onChange={(event) => setTyped(event.target.value)}
				autoComplete="off"
				maxLength={80}
				className="mt-2"
			/>
			<div role="radiogroup" aria-label="Subject" className="mt-1">
				<FilterOption
					type="radio"
					name={name}
					isChosen={choices.subject === ''}
					onChoose={() => onChange({ subject: '' })}
				>
					Any subject
				</FilterOption>
				{foundSubjects.map(({ subject: { code, name: title }, isChosen, isShared, count }) => (
					<FilterOption
						key={code}
						type="radio"
						name={name}
						isChosen={isChosen}
						onChoose={() => onChange({ subject: code })}
						count={count}
					>
						<span>{isShared ? '' : `${code} `}</span>
						<bdi>{title}</bdi>
					</FilterOption>
				))}
			</div>
			<p role="status" className="text-xs text-ink-soft">
				{typed.trim() !== '' && foundSubjects.length === 0 && 'No subject with this code or name.'}
			</p>
		</>
	);
}
