import { actionLabel } from '#contract/core/action-labels.ts';
import { Select } from '#web/ui/select.tsx';
import { ACTION_GROUPS } from './action-groups.ts';

interface ActionSelectProps {
	value: string;
	onChange: (action: string) => void;
}

/** The filter by action, grouped by subject. */
export function ActionSelect({ value, onChange }: ActionSelectProps) {
	const isKnown = value === 'all' || ACTION_GROUPS.some(({ actions }) => actions.includes(value));

	return (
		<Select
			aria-label="Action"
			value={value}
			onChange={(event) => onChange(event.target.value)}
			className="min-w-0 flex-[0_1_auto]"
		>
			<option value="all">All actions</option>
			{!isKnown && <option value={value}>{value}</option>}
			{ACTION_GROUPS.map(({ label, actions }) => (
				<optgroup key={label} label={label}>
					{actions.map((action) => (
						<option key={action} value={action}>
							{actionLabel(action)}
						</option>
					))}
				</optgroup>
			))}
		</Select>
	);
}
