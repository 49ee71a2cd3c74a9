import { useRef, useState } from 'react';
import { StatusLabel } from '#web/admin/kit/status-label.tsx';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import { ConfirmTwoStep } from './confirm-two-step.tsx';
import { DisableTwoStep } from './disable-two-step.tsx';
import { StartTwoStepSetup, type TwoStepSetup } from './start-two-step-setup.tsx';

/** Two-step sign-in: set up with password, QR code and first code; turned off with password and code. */
export function TwoStep({ isOn }: { isOn: boolean }) {
	const [setup, setSetup] = useState<TwoStepSetup>();
	const [isDisabling, setIsDisabling] = useState(false);
	const heading = useRef<HTMLHeadingElement>(null);

	/** Closes the form. The focused element disappears with it, so the focus moves to the heading. */
	function close() {
		setSetup(undefined);
		setIsDisabling(false);
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
			{!isOn && !setup && <StartTwoStepSetup onStarted={setSetup} />}
			{!isOn && setup && <ConfirmTwoStep setup={setup} onDone={close} />}
			{isOn && !isDisabling && (
				<Button onClick={() => setIsDisabling(true)} className="justify-self-start">
					Turn it off
				</Button>
			)}
			{isOn && isDisabling && <DisableTwoStep onDone={close} />}
		</Section>
	);
}
