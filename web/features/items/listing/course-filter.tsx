import { useQuery } from '@tanstack/react-query';
import type { ListingFilterValues } from '#contract/items/listing.ts';
import { catalogueQuery } from '#web/features/catalogue/queries.ts';
import { Select } from '#web/ui/select.tsx';
import { FilterGroup } from './filter-option.tsx';
import type { FiltersProps } from './filter-props.ts';
import { isInCourse, isSame } from './found-subjects.ts';
import { SubjectFilter } from './subject-filter.tsx';
import { useIsDrawn } from './use-is-drawn.ts';

/** The filters branch, semester and subject. Not rendered if the catalogue has no subjects. */
export function CourseFilter(props: FiltersProps) {
	const { choices, onChange } = props;
	const { data: catalogue } = useQuery({ ...catalogueQuery(), enabled: useIsDrawn() });
	if (!catalogue || catalogue.subjects.length === 0) return null;
	const { branches, subjects } = catalogue;
	const { branch, semester } = choices;
	const semesters = subjects.map((subject) => subject.semester);
	// The address may contain a semester without subjects, which must be among the options too.
	const offered = semester === '' ? semesters : [...semesters, Number(semester)];

	/** Changes branch or semester. Clears a chosen subject that does not belong to them, because nothing would be found. */
	function changeCourse(change: Partial<ListingFilterValues>) {
		const subject = subjects.find(({ code }) => code === choices.subject);
		const isKept =
			choices.subject === '' ||
			subjects.some(
				(one) => subject && isSame(one, subject) && isInCourse(one, { ...choices, ...change }),
			);
		onChange(isKept ? change : { ...change, subject: '' });
	}

	return (
		<FilterGroup title="Course">
			<div className="grid gap-2">
				<Select
					aria-label="Branch"
					value={branch}
					onChange={(event) => changeCourse({ branch: event.target.value })}
				>
					<option value="">Any branch</option>
					{branches.map(({ code, name }) => (
						<option key={code} value={code}>
							{name}
						</option>
					))}
				</Select>
				<Select
					aria-label="Semester"
					value={semester}
					onChange={(event) => changeCourse({ semester: event.target.value })}
				>
					<option value="">Any semester</option>
					{[...new Set(offered)]
						.sort((one, other) => one - other)
						.map((number) => (
							<option key={number} value={number}>
								Semester {number}
							</option>
						))}
				</Select>
			</div>
			<SubjectFilter {...props} subjects={subjects} />
		</FilterGroup>
	);
}
