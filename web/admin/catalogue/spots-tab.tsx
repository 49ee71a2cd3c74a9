import * as z from 'zod/mini';
import { changeSpots, getSpots } from '#contract/admin/catalogue.ts';
import { CATALOGUE_LIST_LIMITS } from '#contract/catalogue/facts.ts';
import { spotFaults } from '#contract/catalogue/list-rules.ts';
import { spotsInput } from '#contract/catalogue/list-schemas.ts';
import type { Spot } from '#contract/catalogue/schemas.ts';
import { closesNextDay } from '#contract/catalogue/spot-hours.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { faultsBy, newRowKey } from './list-draft.ts';
import { ListEditor, type ListTabProps, type RowProps, rowList } from './list-editor.tsx';
import { FaultText, MoveButtons, RemoveButton, RowInput } from './row-controls.tsx';

/** A spot while it is edited. */
interface SpotDraft extends Omit<Spot, 'id'> {
	rowKey: string;
	/** Undefined for a new spot. */
	id: number | undefined;
}

const SPOTS = rowList({
	key: 'spots',
	load: ({ signal }) => callAdminApi(getSpots, { signal }),
	toDraft: ({ spots }): SpotDraft[] => spots.map((spot) => ({ ...spot, rowKey: String(spot.id) })),
	toBody: (drafts) => ({
		spots: drafts.map(({ rowKey: _, id, ...spot }) => ({
			...(id !== undefined && { id }),
			...spot,
		})),
	}),
	findFaults: faultsBy(z.object({ spots: spotsInput }), ({ spots }) => spotFaults(spots)),
	save: (body) => callAdminApi(changeSpots, { body }),
	label: 'Spots',
	saveLabel: 'Save spots',
	hint: 'Places where students meet to hand over, in this order. They agree on times while the spot is open. What is agreed already stays, whatever is changed here.',
	emptyText: 'There are no spots yet.',
	path: 'spots',
	max: CATALOGUE_LIST_LIMITS.spotsMax,
	addLabel: 'Add spot',
	newRow: (): SpotDraft => ({
		rowKey: newRowKey(),
		id: undefined,
		name: '',
		hint: '',
		opens: '08:00',
		closes: '20:00',
	}),
	Row: SpotRow,
	rowClass: 'grid gap-2 rounded-card border border-line bg-surface p-2 tablet:p-3',
	nameOf: ({ name }) => name,
});

/** The tab to edit the spots where students meet to hand over items. */
export function SpotsTab(props: ListTabProps) {
	return <ListEditor {...props} list={SPOTS} />;
}

/** One hand-over spot while it is edited: name, hint and opening hours, with buttons to move and remove it. */
function SpotRow(props: RowProps<SpotDraft>) {
	const { row, index, count, canEdit, onMove, onRemove } = props;
	const label = row.name.trim() || 'the new spot';

	return (
		<>
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
				{row.closes !== '' && closesNextDay(row) && (
					<p className="flex min-h-12 items-center text-sm text-ink-soft">on the next day</p>
				)}
				{canEdit && (
					<span className="ml-auto flex">
						<MoveButtons label={label} index={index} count={count} onMove={onMove} />
						<RemoveButton label={`Remove ${label}`} onRemove={onRemove} />
					</span>
				)}
			</div>
			<SpotFault {...props} field="opens" />
			<SpotFault {...props} field="closes" />
		</>
	);
}

type Field = 'name' | 'hint' | 'opens' | 'closes';

const fieldId = ({ rowKey }: SpotDraft, field: Field) => `spot-${rowKey}-${field}`;

interface SpotFieldProps extends RowProps<SpotDraft> {
	field: Field;
	label: string;
	isTime?: boolean;
}

function SpotField({ field, label, isTime = false, ...props }: SpotFieldProps) {
	const { row, index, faults, canEdit, onChange } = props;
	const id = fieldId(row, field);

	return (
		<div className="grid gap-1">
			<label htmlFor={id} className="text-sm font-semibold">
				{label}
				<span className="sr-only"> of spot {index + 1}</span>
			</label>
			<RowInput
				id={id}
				fault={faults.get(field)}
				canEdit={canEdit}
				type={isTime ? 'time' : 'text'}
				value={row[field]}
				onText={(text) => onChange({ [field]: text })}
				className={isTime ? 'w-36! px-2.5!' : ''}
			/>
		</div>
	);
}

function SpotFault({ field, row, faults }: RowProps<SpotDraft> & { field: Field }) {
	return <FaultText id={fieldId(row, field)}>{faults.get(field)}</FaultText>;
}
