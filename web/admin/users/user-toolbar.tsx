import { FilterSegments, FilterSelect, SearchField, Toolbar } from '#web/admin/kit/toolbar.tsx';
import type { UserFilters } from './queries.ts';

interface UserToolbarProps {
	filters: UserFilters;
	onChange: (changes: Partial<UserFilters>, options?: { isTyping?: boolean }) => void;
}

/** The three states of the specification (spec 2 §2). */
const VERIFICATION_SEGMENTS = [
	{ value: 'all', label: 'All Users' },
	{ value: 'true', label: 'Verified' },
	{ value: 'false', label: 'Unverified' },
] as const;

const BAN_OPTIONS = { all: 'Banned or not', true: 'Banned', false: 'Not banned' };
const SORT_OPTIONS = { newest: 'Newest first', oldest: 'Oldest first', name: 'By name' };

export function UserToolbar({ filters, onChange }: UserToolbarProps) {
	return (
		<Toolbar
			values={[
				[filters.isVerified, 'all'],
				[filters.isBanned, 'all'],
			]}
			search={
				<SearchField
					label="Search users"
					value={filters.search}
					onSearch={(search) => onChange({ search }, { isTyping: true })}
				/>
			}
		>
			<FilterSegments
				label="Verification"
				segments={VERIFICATION_SEGMENTS}
				value={filters.isVerified as 'all'}
				onChange={(isVerified) => onChange({ isVerified })}
			/>
			<FilterSelect
				label="Bans"
				value={filters.isBanned}
				options={BAN_OPTIONS}
				onChange={(isBanned) => onChange({ isBanned })}
			/>
			<FilterSelect
				label="Order"
				value={filters.sort}
				options={SORT_OPTIONS}
				onChange={(sort) => onChange({ sort })}
			/>
		</Toolbar>
	);
}
