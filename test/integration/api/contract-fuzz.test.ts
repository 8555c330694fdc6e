import { describeContract } from '../../support/contract/describe-contract.ts';

describeContract(15);
