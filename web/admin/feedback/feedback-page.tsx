import { ADMIN_FEEDBACK_LIMITS } from '#contract/admin/feedback.ts';
import { ListHeading } from '#web/admin/kit/list-heading.tsx';
import { FilterSelect, SearchField, Toolbar } from '#web/admin/kit/toolbar.tsx';
import { useFilters } from '#web/admin/kit/use-filters.ts';
import { FeedbackFigures } from './feedback-figures.tsx';
import { FeedbackList } from './feedback-list.tsx';
import type { FeedbackFilters } from './queries.ts';
import { CATEGORY_OPTIONS, RATING_OPTIONS, STATUS_OPTIONS } from './words.ts';

const FILTERS = {
	...{ q: '', status: 'all', category: 'all', rating: 'all' },
	limit: String(ADMIN_FEEDBACK_LIMITS.page),
};

const HINTS = [
	{ keys: ['x'], does: 'select' },
	{ keys: ['a'], does: 'approve' },
	{ keys: ['r'], does: 'reject' },
	{ keys: ['f'], does: 'feature' },
];

const NOTHING_FOUND = { title: 'No feedback matches these filters.' };
const NOTHING_YET = {
	title: 'No feedback yet',
	hint: 'What people say about the market is listed here, newest first.',
};

export function FeedbackPage() {
	const { filters, page, isFiltered, change, turnTo, rows } = useFilters(FILTERS, 'feedback');

	return (
		<div className="grid gap-4">
			<ListHeading keys={HINTS}>Feedback</ListHeading>
			<FeedbackFigures />
			<div>
				<FeedbackToolbar filters={filters} onChange={change} />
				<FeedbackList
					filters={filters}
					page={page}
					empty={isFiltered ? NOTHING_FOUND : NOTHING_YET}
					onTurn={turnTo}
					rows={rows}
				/>
			</div>
		</div>
	);
}

interface FilterFieldsProps {
	filters: FeedbackFilters;
	onChange: (changes: Partial<FeedbackFilters>, how?: { isTyping: boolean }) => void;
}

function FeedbackToolbar({ filters, onChange }: FilterFieldsProps) {
	return (
		<Toolbar
			values={[
				[filters.status, 'all'],
				[filters.category, 'all'],
				[filters.rating, 'all'],
			]}
			search={
				<SearchField
					label="Search feedback"
					value={filters.q}
					onSearch={(q) => onChange({ q }, { isTyping: true })}
				/>
			}
		>
			<FilterSelect
				label="Status"
				value={filters.status}
				options={STATUS_OPTIONS}
				onChange={(status) => onChange({ status })}
			/>
			<FilterSelect
				label="Category"
				value={filters.category}
				options={CATEGORY_OPTIONS}
				onChange={(category) => onChange({ category })}
			/>
			<FilterSelect
				label="Rating"
				value={filters.rating}
				options={RATING_OPTIONS}
				onChange={(rating) => onChange({ rating })}
			/>
		</Toolbar>
	);
}
