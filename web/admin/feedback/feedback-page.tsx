import { ADMIN_FEEDBACK_LIMITS } from '#contract/admin/feedback.ts';
import { ListHeading } from '#web/admin/kit/list-heading.tsx';
import { FilterSelect, SearchField, Toolbar } from '#web/admin/kit/toolbar.tsx';
import { useFilters } from '#web/admin/kit/use-filters.ts';
import { FeedbackList } from './feedback-list.tsx';
import { FeedbackStatistics } from './feedback-statistics.tsx';
import { CATEGORY_OPTIONS, RATING_OPTIONS, STATUS_OPTIONS } from './labels.ts';
import type { FeedbackFilters } from './queries.ts';

const FILTERS = {
	...{ q: '', status: 'all', category: 'all', rating: 'all' },
	limit: String(ADMIN_FEEDBACK_LIMITS.page),
};

const KEY_HINTS = [
	{ keys: ['x'], action: 'select' },
	{ keys: ['a'], action: 'approve' },
	{ keys: ['r'], action: 'reject' },
	{ keys: ['f'], action: 'feature' },
];

const NOTHING_FOUND = { title: 'No feedback matches these filters.' };
const NOTHING_YET = {
	title: 'No feedback yet',
	hint: 'What people say about the market is listed here, newest first.',
};

export function FeedbackPage() {
	const { filters, page, isFiltered, change, goToPage, pageSize } = useFilters(FILTERS, 'feedback');

	return (
		<div className="grid gap-4">
			<ListHeading keyHints={KEY_HINTS}>Feedback</ListHeading>
			<FeedbackStatistics />
			<div>
				<FeedbackToolbar filters={filters} onChange={change} />
				<FeedbackList
					filters={filters}
					page={page}
					empty={isFiltered ? NOTHING_FOUND : NOTHING_YET}
					onPageChange={goToPage}
					pageSize={pageSize}
				/>
			</div>
		</div>
	);
}

interface FilterFieldsProps {
	filters: FeedbackFilters;
	onChange: (changes: Partial<FeedbackFilters>, options?: { isTyping: boolean }) => void;
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
