import { StepSize } from './step-size';

describe('the number of resources of a revision', () => {
  it('follows the time that others had to wait, between 100 and 300', () => {
    const size = new StepSize();
    expect(size.rows).toBe(100);
    size.took(10, 100);
    expect(size.rows).toBe(200);
    size.took(10, 200);
    expect(size.rows).toBe(300);
    size.took(100, 300);
    expect(size.rows).toBe(150);
  });

  it('stays where a smaller one would take as long', () => {
    const size = new StepSize();
    size.took(400, 100);
    expect(size.rows).toBe(100);
  });
});
