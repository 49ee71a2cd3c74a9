import { Trash2 } from 'lucide-react';
import { closesNextDay } from '#contract/catalogue/spot-hours.ts';
import { FaultText, faultProps } from '#web/admin/catalogue/fault-text.tsx';
import type { Faults } from '#web/admin/catalogue/list-faults.ts';
import { MoveButtons } from '#web/admin/catalogue/move-buttons.tsx';
import { READ_ONLY_CLASS } from '#web/admin/catalogue/read-only-class.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import type { SpotDraft } from './spot-draft.ts';

interface SpotRowProps {
	spot: SpotDraft;
	index: number;
	/** The number of spots in the list. */
	count: number;
	faults: Faults;
	canEdit: boolean;
	onChange: (changes: Partial<SpotDraft>) => void;
	/** @param to the new index; one outside of the list is ignored */
	onMove: (to: number) => void;
	onRemove: () => void;
}

/** One hand-over spot while it is edited: name, hint and opening hours, with buttons to move and remove it. */
export function SpotRow(props: SpotRowProps) {
	const { spot, index, count, canEdit, onMove, onRemove } = props;
	const label = spot.name.trim() || 'the new spot';

	return (
		<li className="grid gap-2 rounded-card border border-line bg-surface p-2 tablet:p-3">
			<div className="grid gap-2 tablet:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
				<div className="grid content-start gap-1">
					<SpotField {...props} field="name" label="Name" />
					<SpotFault {...props} field="name" />
				</div>
				<div className="grid content-start gap-1">
					<SpotField {...props} field="hint" label="Hint" />
					<SpotFault {...props} field="hint" />
				</div>
			</div>
			<div className="flex flex-wrap items-end gap-2">
				<SpotField {...props} field="opens" label="Opens" isTime />
				<SpotField {...props} field="closes" label="Closes" isTime />
				{spot.closes !== '' && closesNextDay(spot) && (
					<p className="flex min-h-12 items-center text-sm text-ink-soft">on the next day</p>
				)}
				{canEdit && (
					<span className="ml-auto flex">
						<MoveButtons label={label} index={index} count={count} onMove={onMove} />
						<IconButton
							label={`Remove ${label}`}
							icon={<Trash2 aria-hidden="true" className="size-5" />}
							onClick={onRemove}
							className="text-bad"
						/>
					</span>
				)}
			</div>
			<SpotFault {...props} field="opens" />
			<SpotFault {...props} field="closes" />
		</li>
	);
}

type Field = 'name' | 'hint' | 'opens' | 'closes';

/** The element id of a spot's control, used to focus it. */
export const spotFieldId = ({ rowKey }: SpotDraft, field: Field) => `spot-${rowKey}-${field}`;

const faultOf = ({ faults, index }: SpotRowProps, field: Field) =>
	faults.get(`spots.${index}.${field}`);

interface SpotFieldProps extends SpotRowProps {
	field: Field;
	label: string;
	isTime?: boolean;
}

function SpotField({ field, label, isTime = false, ...props }: SpotFieldProps) {
	const { spot, index, canEdit, onChange } = props;
	const id = spotFieldId(spot, field);

	return (
		<div className="grid gap-1">
			<label htmlFor={id} className="text-sm font-semibold">
				{label}
				<span className="sr-only"> of spot {index + 1}</span>
			</label>
			<TextInput
				{...faultProps(id, faultOf(props, field))}
				type={isTime ? 'time' : 'text'}
				value={spot[field]}
				autoComplete="off"
				readOnly={!canEdit}
				onChange={(event) => onChange({ [field]: event.target.value })}
				className={`${READ_ONLY_CLASS} ${isTime ? 'w-36! px-2.5!' : ''}`}
			/>
		</div>
	);
}

function SpotFault({ field, ...props }: SpotRowProps & { field: Field }) {
	return <FaultText id={spotFieldId(props.spot, field)}>{faultOf(props, field)}</FaultText>;
}
