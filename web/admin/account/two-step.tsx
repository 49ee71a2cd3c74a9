import { useRef, useState } from 'react';
import { StatusLabel } from '#web/admin/kit/status-label.tsx';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import { ChangeTwoStep, type TwoStepChange } from './change-two-step.tsx';
import { ConfirmTwoStep } from './confirm-two-step.tsx';
import { StartTwoStepSetup, type TwoStepSetup } from './start-two-step-setup.tsx';

interface TwoStepProps {
	isOn: boolean;
	/** Recovery codes that are not used yet. */
	codesLeft: number;
}

/**
 * Two-step sign-in: set up with password, QR code and first code, after which the recovery codes are shown once; turned off
 * with password and code.
 */
export function TwoStep({ isOn, codesLeft }: TwoStepProps) {
	const [setup, setSetup] = useState<TwoStepSetup>();
	const [change, setChange] = useState<TwoStepChange>();
	const [newCodes, setNewCodes] = useState<readonly string[]>([]);
	const heading = useRef<HTMLHeadingElement>(null);

	/** Closes the form. The focused element disappears with it, so the focus moves to the heading. */
	function close(codes: readonly string[] = []) {
		setSetup(undefined);
		setChange(undefined);
		setNewCodes(codes);
		heading.current?.focus();
	}

	return (
		<Section
			title="Two-step sign-in"
			headingRef={heading}
			lead="Besides your password you enter a code from an app on your phone, so a stolen password is not enough."
		>
			<p className="text-sm">
				<StatusLabel tone={isOn ? 'good' : 'quiet'}>{isOn ? 'On' : 'Off'}</StatusLabel>
			</p>
			{newCodes.length > 0 && <RecoveryCodes codes={newCodes} onKept={() => close()} />}
			{!isOn && !setup && newCodes.length === 0 && <StartTwoStepSetup onStarted={setSetup} />}
			{!isOn && setup && <ConfirmTwoStep setup={setup} onDone={close} onCancel={() => close()} />}
			{isOn && !change && newCodes.length === 0 && (
				<>
					<p className="text-sm">
						{`Recovery codes, which let you in without the phone: ${codesLeft} left.`}
					</p>
					<div className="flex flex-wrap gap-2">
						<Button onClick={() => setChange('renew codes')}>New recovery codes</Button>
						<Button onClick={() => setChange('turn off')}>Turn it off</Button>
					</div>
				</>
			)}
			{isOn && change && <ChangeTwoStep change={change} onDone={close} onCancel={() => close()} />}
		</Section>
	);
}

function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
	return (
		<div role="status" className="grid justify-items-start gap-3 rounded-card bg-accent-wash p-4">
			<p className="text-sm font-semibold">
				Keep these recovery codes where you find them without your phone. Each lets you in once, in
				place of a code of the app. They are not shown again.
			</p>
			<ul
				aria-label="Recovery codes"
				className="grid gap-x-8 gap-y-1 select-all tablet:grid-cols-2"
			>
				{codes.map((code) => (
					<li key={code}>
						<code>{code}</code>
					</li>
				))}
			</ul>
			<Button onClick={onKept}>I have kept them</Button>
		</div>
	);
}
